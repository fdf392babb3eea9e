#include "schema/dialects/metaschemas.h"

#include "schema/dialects/texts.h"

#include <string>
#include <unordered_map>

namespace assayer::schema {
namespace {

using Documents = std::unordered_map<std::string_view, json::DocumentPtr>;

Documents parseAll()
{
    Documents documents;
    for (const auto texts : { textsOfDraft202012(), textsOfDraft201909(), textsOfOldDrafts() }) {
        for (const MetaschemaText &text : texts) {
            if (auto document = json::Document::parse(std::string(text.json)))
                documents.emplace(text.uri, std::move(*document));
        }
    }
    return documents;
}

} // namespace

json::DocumentPtr metaschema(std::string_view uri)
{
    if (uri.find("json-schema.org/draft") == std::string_view::npos)
        return nullptr;
    static const Documents documents = parseAll();
    const auto found = documents.find(uri);
    return found == documents.end() ? nullptr : found->second;
}

} // namespace assayer::schema
