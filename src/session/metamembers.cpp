#include "session/metamembers.h"

#include "json/write.h"
#include "protocol/message.h"

namespace assayer {

namespace {

constexpr std::string_view metaName = "_meta";

bool names(const json::Value *object, std::string_view name)
{
    return object && object->find(name);
}

void copyMembers(json::Writer &writer, const json::Document &document, const json::Value &object, const json::Value *stronger)
{
    for (const json::Member &member : object.members()) {
        if (!names(stronger, member.name()))
            writer.rawMember(member.name(), document.raw(member.value()));
    }
}

struct Parsed {
    json::DocumentPtr document;
    const json::Value *object = nullptr; ///< null: the text is no object
};

Parsed parsed(const QByteArray &text)
{
    Parsed result;
    if (auto document = parseJson(text.trimmed().isEmpty() ? QByteArrayLiteral("{}") : text)) {
        result.document = *document;
        if (result.document->root().isObject())
            result.object = &result.document->root();
    }
    return result;
}

std::string metaText(const json::Value *user, const json::DocumentPtr &userDocument, const Parsed &extra, const std::vector<MetaMember> &ours)
{
    json::Writer writer;
    writer.beginObject();
    for (const auto &[name, text] : ours) {
        if (!names(user, name) && !names(extra.object, name))
            writer.rawMember(name, view(text));
    }
    if (extra.object)
        copyMembers(writer, *extra.document, *extra.object, user);
    if (user)
        copyMembers(writer, *userDocument, *user, nullptr);
    return writer.endObject().take();
}

} // namespace

QByteArray withMeta(const QByteArray &params, const std::vector<MetaMember> &ours, const QByteArray &extra)
{
    const Parsed base = parsed(params);
    const Parsed more = parsed(extra);
    const json::Value *user = base.object ? base.object->find(metaName) : nullptr;
    const bool nothing = ours.empty() && (!more.object || more.object->size() == 0);
    if (nothing || !base.object || (user && !user->isObject()))
        return params;
    const std::string meta = metaText(user, base.document, more, ours);
    json::Writer writer;
    writer.beginObject();
    bool placed = false;
    for (const json::Member &member : base.object->members()) {
        if (member.name() != metaName)
            writer.rawMember(member.name(), base.document->raw(member.value()));
        else if (!std::exchange(placed, true))
            writer.rawMember(metaName, meta);
    }
    if (!placed)
        writer.rawMember(metaName, meta);
    return bytes(writer.endObject().text());
}

} // namespace assayer
