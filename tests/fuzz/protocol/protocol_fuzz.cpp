// Any bytes as a JSON-RPC message: decoded, judged in every revision, salvaged as every list, reported. First byte picks the method.
#include "protocol/headerannotation.h"
#include "protocol/issuereport.h"
#include "protocol/judge.h"
#include "protocol/requestencoder.h"
#include "protocol/salvage.h"
#include "protocol/uritemplate.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace assayer;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void salvage(const DecodedMessages &decoded, const json::Value &result, Revision revision, ListKind kind)
{
    const SalvagedPage page = salvagePage(decoded.document, result, { kind, revision, true, 0, 1 });
    if (!page.error)
        require(page.items.size() + page.malformed.size() + page.excluded.size() == page.entries);
    for (const MalformedEntry &entry : page.malformed) {
        require(entry.refusedPage || !entry.faults.empty());
        issueReport(entry, { "s", revision, "c" });
    }
    salvageSummary(page.malformed);
}

void judge(const DecodedMessages &decoded, const Message &message, std::string_view method)
{
    for (const Revision revision : allRevisions) {
        for (const Fault &fault : judgeMessage(message, method, revision)) {
            require(fault.begin <= fault.end && fault.end <= decoded.document->text().size());
            issueReport(toFinding(fault, 1), {}, {});
        }
        if (!message.result)
            continue;
        for (const ListKind kind : allListKinds)
            salvage(decoded, *message.result, revision, kind);
        judgeParts(method, revision, *decoded.document, *message.result);
        judgeInitializeResult(*decoded.document, *message.result, revision);
        judgeDiscoverResult(*decoded.document, *message.result);
    }
    envelopeFault(message);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static constexpr std::array<std::string_view, 8> methods { "tools/list", "tools/call", "resources/read", "prompts/get", "completion/complete",
        "tasks/get", "sampling/createMessage", "elicitation/create" };
    if (size == 0)
        return 0;
    const std::string_view method = methods[data[0] % methods.size()];
    const std::string_view text(reinterpret_cast<const char *>(data + 1), size - 1);
    const auto decoded = decodeMessages(bytes(text));
    if (const auto *messages = std::get_if<DecodedMessages>(&decoded)) {
        for (const Message &message : messages->messages)
            judge(*messages, message, method);
        if (const auto merged = withMeta(text, { { "k", "1" } }))
            require(json::Document::parse(*merged).has_value());
    }
    if (const auto parsed = UriTemplate::parse(text))
        parsed->expand({ { "a", std::string("\xff%") } });
    encodeHeaderValue(text);
    return 0;
}
