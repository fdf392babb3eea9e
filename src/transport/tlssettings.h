// TLS of one target: its authorities, its client certificate, the certificates it trusts by fingerprint.
#pragma once

#include "base/error.h"
#include "transport/target.h"

#include <QSslCertificate>
#include <QSslConfiguration>

namespace assayer {

/// The system's settings with what `options` add. Error kind "unreadable-file" with data.path: a file that cannot be
/// read or holds no certificate or key.
Result<QSslConfiguration> tlsConfiguration(const TlsOptions &options);

/// SHA-256 of the certificate, hex in lower case without separators.
QString fingerprintOf(const QSslCertificate &certificate);
/// The same form out of what a person wrote: colons, spaces and case do not matter.
QString normalFingerprint(const QString &written);

/// One line for people: subject, issuer, validity, SHA-256 fingerprint.
QString certificateLine(const QSslCertificate &certificate);

} // namespace assayer
