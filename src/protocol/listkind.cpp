#include "protocol/listkind.h"

namespace assayer {
namespace {

struct Words {
    std::string_view method;
    std::string_view member;
    std::string_view capability;
    std::string_view word;
};

constexpr std::array<Words, 4> words { {
    { "tools/list", "tools", "tools", "tools" },
    { "resources/list", "resources", "resources", "resources" },
    { "resources/templates/list", "resourceTemplates", "resources", "templates" },
    { "prompts/list", "prompts", "prompts", "prompts" },
} };

const Words &wordsOf(ListKind kind)
{
    return words[static_cast<std::size_t>(kind)];
}

} // namespace

std::string_view listMethod(ListKind kind)
{
    return wordsOf(kind).method;
}

std::string_view listMember(ListKind kind)
{
    return wordsOf(kind).member;
}

std::string_view listCapability(ListKind kind)
{
    return wordsOf(kind).capability;
}

std::string_view listWord(ListKind kind)
{
    return wordsOf(kind).word;
}

std::string_view identityMember(ListKind kind)
{
    return kind == ListKind::Resources ? "uri" : kind == ListKind::ResourceTemplates ? "uriTemplate" : "name";
}

std::optional<ListKind> listKindFromMethod(std::string_view method)
{
    for (const ListKind kind : allListKinds) {
        if (wordsOf(kind).method == method)
            return kind;
    }
    return std::nullopt;
}

std::optional<ListKind> listKindFromWord(std::string_view word)
{
    for (const ListKind kind : allListKinds) {
        if (wordsOf(kind).word == word || wordsOf(kind).member == word)
            return kind;
    }
    return std::nullopt;
}

} // namespace assayer
