// Whom to talk to, and how: the part of a profile that a transport needs. Variables are already expanded.
#pragma once

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <utility>

namespace assayer {

enum class TransportKind { StreamableHttp, LegacySse, Stdio };

/// An HTTP header field as given: name in its own spelling, value as bytes. Never case-folded.
using HeaderField = std::pair<QByteArray, QByteArray>;
using HeaderFields = QList<HeaderField>;

struct TlsOptions {
    QString caFile; ///< PEM, added to the system's authorities
    QString certificateFile; ///< client certificate, PEM
    QString keyFile;
    QStringList trustedFingerprints; ///< SHA-256, hex; "trust this certificate" of the profile
};

struct TransportLimits {
    qint64 messageBytes = qint64(64) << 20; ///< longest line, body or event
    int closeGraceMs = 2000; ///< stdio: after stdin closed, and again after SIGTERM
    int maxRedirects = 5;
    int reconnectInitialMs = 1000; ///< GET and resumed streams; a `retry:` of the server replaces it
    double reconnectFactor = 1.5;
    int reconnectCapMs = 30000;
    int reconnectAttempts = 2;
};

struct Target {
    TransportKind kind = TransportKind::StreamableHttp;
    QUrl url; ///< HTTP kinds
    HeaderFields headers; ///< of the profile; transport-managed names win over them
    QString proxy; ///< URL, "none", or empty for the system's
    TlsOptions tls;
    QString command; ///< stdio
    QStringList arguments;
    QMap<QString, QString> environment; ///< added to ours
    QString directory;
    TransportLimits limits;
};

} // namespace assayer
