// Everything a connection is told before it starts. Plain values; variables of a profile are already expanded.
#pragma once

#include "protocol/revision.h"
#include "transport/target.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace assayer {

enum class EraMode { Auto, Legacy, Modern, Pin };
enum class ProbePolicy { Assayer, Sdk2571, Sdk240 };
enum class ProbePlacement { Sibling, InPlace };
enum class MetadataPolicy { Whole, Isolated };

struct SessionOptions {
    Target target;
    bool sseFallback = true; ///< Streamable HTTP may fall back to HTTP+SSE when initialize gives 400, 404 or 405
    EraMode mode = EraMode::Auto;
    QString pin; ///< mode Pin: exactly this modern revision
    QStringList protocolVersions; ///< what we offer, in preference order; empty: all known, newest first
    ProbePolicy policy = ProbePolicy::Assayer;
    ProbePlacement placement = ProbePlacement::Sibling;
    MetadataPolicy metadataPolicy = MetadataPolicy::Whole;
    int probeTimeoutMs = 10'000;
    int probeRetries = 0;
    int connectTimeoutMs = 0; ///< everything until ready; 0 is off
    int requestTimeoutMs = 60'000;
    int maxTotalTimeoutMs = 0; ///< 0: progress does not reset requestTimeoutMs; else it does, up to this in all
    QByteArray clientName = "assayer";
    QByteArray clientVersion = ASSAYER_VERSION;
    QByteArray clientCapabilities = "{}"; ///< JSON object text, as declared
    bool suppressNotificationStream = false; ///< legacy HTTP: do not open the GET stream
    QString modernLogLevel; ///< per-request log level, empty for none
    int maxRounds = 10; ///< input_required rounds of one request
    int maxPages = 64;
    bool sendSessionDelete = true; ///< legacy HTTP: DELETE at the end
};

} // namespace assayer
