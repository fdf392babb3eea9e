#include "transport/tlssettings.h"

#include <QDateTime>
#include <QFile>
#include <QSslKey>

namespace assayer {

namespace {

tl::unexpected<Error> unreadable(const QString &path, const QString &why)
{
    Error error("unreadable-file", QStringLiteral("The file %1 %2").arg(path, why).toStdString());
    error.data.path = path.toStdString();
    return fail(std::move(error));
}

Result<QByteArray> contents(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, QStringLiteral("cannot be read: %1").arg(file.errorString()));
    return file.readAll();
}

Result<QList<QSslCertificate>> certificates(const QString &path)
{
    const Result<QByteArray> pem = contents(path);
    if (!pem)
        return fail(pem.error());
    QList<QSslCertificate> found = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (found.isEmpty())
        return unreadable(path, QStringLiteral("holds no certificate in PEM form"));
    return found;
}

Result<QSslKey> key(const QString &path)
{
    const Result<QByteArray> pem = contents(path);
    if (!pem)
        return fail(pem.error());
    for (const QSsl::KeyAlgorithm algorithm : { QSsl::Rsa, QSsl::Ec, QSsl::Dsa }) {
        if (QSslKey found(*pem, algorithm); !found.isNull())
            return found;
    }
    return unreadable(path, QStringLiteral("holds no private key in PEM form that can be used without a passphrase"));
}

QString nameOf(const QStringList &common, const QStringList &organization)
{
    const QStringList &names = common.isEmpty() ? organization : common;
    return names.isEmpty() ? QStringLiteral("(no name)") : names.join(QStringLiteral(", "));
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const TlsOptions &options)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    if (!options.caFile.isEmpty()) {
        const auto extra = certificates(options.caFile);
        if (!extra)
            return fail(extra.error());
        configuration.setCaCertificates(QSslConfiguration::systemCaCertificates() + *extra);
    }
    if (!options.certificateFile.isEmpty()) {
        const auto chain = certificates(options.certificateFile);
        if (!chain)
            return fail(chain.error());
        const auto own = key(options.keyFile.isEmpty() ? options.certificateFile : options.keyFile);
        if (!own)
            return fail(own.error());
        configuration.setLocalCertificateChain(*chain);
        configuration.setPrivateKey(*own);
    }
    return configuration;
}

QString fingerprintOf(const QSslCertificate &certificate)
{
    return QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex());
}

QString normalFingerprint(const QString &written)
{
    QString normal = written.toLower();
    normal.remove(u':').remove(u' ');
    return normal.startsWith(QLatin1String("sha256")) ? normal.sliced(6) : normal;
}

QString certificateLine(const QSslCertificate &certificate)
{
    const QString subject = nameOf(
        certificate.subjectInfo(QSslCertificate::CommonName), certificate.subjectInfo(QSslCertificate::Organization));
    const QString issuer = nameOf(
        certificate.issuerInfo(QSslCertificate::CommonName), certificate.issuerInfo(QSslCertificate::Organization));
    return QStringLiteral("%1, issued by %2, valid %3 to %4, SHA-256 %5")
        .arg(subject, issuer, certificate.effectiveDate().date().toString(Qt::ISODate),
            certificate.expiryDate().date().toString(Qt::ISODate),
            QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':').toUpper()));
}

} // namespace assayer
