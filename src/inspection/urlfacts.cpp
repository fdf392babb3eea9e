#include "inspection/urlfacts.h"

#include <QSet>
#include <QUrl>

#include <algorithm>

namespace assayer {

namespace {

constexpr qsizetype longAddress = 2000;

/// Scripts of a label, those that every script shares left out.
bool mixesScripts(const QString &label)
{
    QSet<int> scripts;
    for (const char32_t c : label.toUcs4()) {
        const QChar::Script script = QChar::script(c);
        if (script != QChar::Script_Common && script != QChar::Script_Inherited && script != QChar::Script_Unknown)
            scripts.insert(script);
    }
    // Japanese and Korean mix by nature.
    const QSet<int> japanese { QChar::Script_Han, QChar::Script_Hiragana, QChar::Script_Katakana, QChar::Script_Hangul };
    QSet<int> rest = scripts;
    rest.subtract(japanese);
    return scripts.size() > 1 && !rest.isEmpty();
}

/// QUrl has made one spelling of it already.
bool isIpAddress(const QString &host)
{
    const auto isNumeric = [](QChar c) { return c.isDigit() || c == u'.'; };
    return host.contains(u':') || (!host.isEmpty() && std::all_of(host.begin(), host.end(), isNumeric));
}

void addWarnings(UrlFacts &facts, const QUrl &url, const QString &address, const QString &serverHost)
{
    if (facts.scheme == QLatin1String("http"))
        facts.warnings << QStringLiteral("Plain http: what the page sends and gets can be read and changed on the way.");
    if (!url.userInfo().isEmpty())
        facts.warnings << QStringLiteral("A name stands before the host (name@host): it is no part of the host, and may be meant to look like one.");
    if (isIpAddress(facts.host))
        facts.warnings << QStringLiteral("The host is an IP address, not a name.");
    if (facts.host != facts.unicodeHost)
        facts.warnings << QStringLiteral("The host's name is not ASCII: on the network it is %1.").arg(facts.host);
    for (const QString &label : facts.unicodeHost.split(u'.')) {
        if (mixesScripts(label)) {
            facts.warnings << QStringLiteral("The host mixes scripts: letters that look alike may be others.");
            break;
        }
    }
    if (!serverHost.isEmpty() && serverHost.compare(facts.host, Qt::CaseInsensitive) != 0)
        facts.warnings << QStringLiteral("The host differs from the server's own, %1.").arg(serverHost);
    if (serverHost.isEmpty())
        facts.warnings << QStringLiteral("The server is a command: it has no host to compare with.");
    if (address.size() > longAddress)
        facts.warnings << QStringLiteral("The address has %1 characters.").arg(address.size());
}

} // namespace

UrlFacts urlFacts(const QString &address, const QString &serverHost)
{
    UrlFacts facts;
    const QUrl url(address, QUrl::StrictMode);
    const QUrl lenient(address, QUrl::TolerantMode);
    const QUrl &used = url.isValid() ? url : lenient;
    facts.scheme = used.scheme().toLower();
    facts.host = used.host(QUrl::FullyEncoded);
    facts.unicodeHost = QUrl::fromAce(facts.host.toLatin1(), QUrl::IgnoreIDNWhitelist);
    if (facts.unicodeHost.isEmpty())
        facts.unicodeHost = facts.host;
    const bool web = facts.scheme == QLatin1String("http") || facts.scheme == QLatin1String("https");
    facts.openable = used.isValid() && web && !facts.host.isEmpty();
    const qsizetype authority = address.indexOf(QLatin1String("//"));
    if (authority >= 0) {
        qsizetype end = authority + 2;
        while (end < address.size() && !QStringLiteral("/?#\\").contains(address[end]))
            ++end;
        const qsizetype at = address.lastIndexOf(u'@', end - 1);
        facts.hostBegin = at > authority + 1 ? at + 1 : authority + 2;
        qsizetype stop = end;
        const qsizetype colon = address.lastIndexOf(u':', end - 1);
        if (colon > facts.hostBegin && address.lastIndexOf(u']', end - 1) < colon)
            stop = colon;
        facts.hostLength = stop - facts.hostBegin;
    }
    if (!facts.openable) {
        facts.warnings << (web ? QStringLiteral("The address is not valid, so it cannot be opened from here.")
                               : QStringLiteral("Only http and https addresses are opened from here; this one is \"%1\".").arg(facts.scheme));
    }
    if (!url.isValid() && facts.openable)
        facts.warnings << QStringLiteral("The address is not written as the standard wants: %1").arg(url.errorString());
    addWarnings(facts, used, address, serverHost);
    return facts;
}

} // namespace assayer
