// Builds the metadata of a tool catalogue aside from a complete walk and decides whether it is published.
#pragma once

#include "protocol/listsnapshot.h"
#include "protocol/metadatasummary.h"
#include "protocol/revision.h"
#include "session/exchange.h"
#include "session/session.h"
#include "session/sessionoptions.h"

#include <memory>
#include <optional>
#include <string_view>

namespace assayer {

struct MetadataContext {
    Era era = Era::Legacy;
    bool headerRule = false; ///< modern, any transport but stdio
};

/// Builds the records of a walk's kept entries. `refusal` is the first tool whose output schema does not compile.
struct BuiltMetadata {
    ToolRecords tools;
    std::optional<MetadataRefusal> refusal;
};
BuiltMetadata buildMetadata(const ListSnapshot &walk, const MetadataContext &context);

/// Holds the generation in force of one connection and decides what may replace it.
class ToolMetadata {
public:
    explicit ToolMetadata(MetadataPolicy policy);

    /// Publishes unless a walk that started later has, or the policy refuses. Returns whether the generation changed.
    bool offer(const ListSnapshot &walk, const MetadataContext &context);
    /// The newest refused walk under the isolated policy. Returns whether there was one.
    bool publishRefused();
    /// list_changed: stale until a walk numbered above `lastStartedWalk` is published.
    void markStale(std::uint64_t lastStartedWalk);
    void clear();

    const ToolGenerationPtr &generation() const { return m_summary->inForce; }
    const MetadataSummaryPtr &summary() const { return m_summary; } ///< never null

private:
    void publish(BuiltMetadata built, std::uint64_t walk);
    void summarize(ToolGenerationPtr inForce);

    MetadataPolicy m_policy;
    MetadataSummaryPtr m_summary;
    std::uint64_t m_published = 0; ///< generations so far
    std::uint64_t m_judgedWalk = 0; ///< newest walk that was published or refused
    std::optional<MetadataRefusal> m_refusal;
    std::optional<BuiltMetadata> m_refused; ///< kept for "use all but this one"
    std::uint64_t m_refusedWalk = 0;
    bool m_stale = false;
    std::uint64_t m_staleSince = 0;
};

/// Judges structuredContent of a tools/call result by the generation it was sent under (server/tools#structured-content).
/// `now` tells why a generation does not know a tool.
OutputVerdict judgeToolOutput(std::string_view tool, const ExchangeResult &result, const MetadataSummary &now);

} // namespace assayer
