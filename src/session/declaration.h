// What the client declared it can do, and whether a question of the server is covered by it. Pure.
#pragma once

#include "json/document.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <string_view>

namespace assayer {

class Declaration {
public:
    Declaration() = default;
    /// ClientCapabilities as JSON object text; anything else declares nothing.
    explicit Declaration(const QByteArray &capabilitiesJson);

    bool has(std::string_view capability) const;
    /// "form" is declared by elicitation itself unless only "url" is (2025-11-25 client/elicitation#capabilities).
    bool elicits(std::string_view mode) const;
    bool hasExtension(std::string_view id) const;

    struct Refusal {
        int code = 0; ///< of the JSON-RPC error that a legacy client answers with
        std::string reason; ///< what the error and the finding say
    };
    /// Why that question is not covered, or nullopt. `params` may be null.
    std::optional<Refusal> refusal(std::string_view method, const json::Value *params) const;

private:
    const json::Value *find(std::string_view capability) const;
    json::DocumentPtr m_document;
};

/// The extension that a modern client declares to be given tasks (SEP-2663).
constexpr const char *tasksExtension = "io.modelcontextprotocol/tasks";

/// Capabilities with one more extension, everything else as it is.
QByteArray withExtension(const QByteArray &capabilitiesJson, const char *id);

} // namespace assayer
