#include "ui/pages/liststate.h"

#include "json/pointer.h"
#include "platform/formattext.h"
#include "ui/pages/page.h"

namespace assayer {
namespace {

using State = InspectionClient::State;

std::pair<QString, QString> button(const char *id, const QString &text)
{
    return { QString::fromLatin1(id), text };
}

QString capitalized(const QString &word)
{
    return word.left(1).toUpper() + word.mid(1);
}

QString methodOf(ListKind kind)
{
    const std::string_view method = listMethod(kind);
    return QString::fromLatin1(method.data(), static_cast<qsizetype>(method.size()));
}

/// "`echo` (index 7), annotations: expected object, received array"
QString firstFault(const MalformedEntry &entry)
{
    const QString name = entry.label ? u'"' + shown(*entry.label) + u'"' : QStringLiteral("an entry without a name");
    QString text = QStringLiteral("%1 (index %2)").arg(name).arg(entry.index);
    if (entry.faults.empty())
        return text;
    const Fault &fault = entry.faults.front();
    text += QStringLiteral(", ");
    if (!fault.path.empty())
        text += shown(json::toDotted(fault.path)) + QStringLiteral(": ");
    if (fault.expected.empty())
        return text + shown(fault.message);
    return text + QStringLiteral("expected %1, received %2").arg(shown(fault.expected), shown(fault.received));
}

bool hasList(const ListFacts &facts)
{
    return facts.snapshot && facts.snapshot->everListed;
}

ListWords notConnected(const ListFacts &facts)
{
    ListWords words;
    words.inPlaceOfList = true;
    const QString noun = listNoun(facts.kind);
    if (facts.isTrace) {
        words.words = QStringLiteral("This trace holds no complete answer to %1.").arg(methodOf(facts.kind));
    } else if (facts.state == State::Connecting) {
        words.words = QStringLiteral("Connecting. %1 appear here when the connection stands.").arg(capitalized(noun));
    } else {
        words.words = QStringLiteral("Not connected. %1 appear here after Connect.").arg(capitalized(noun));
        words.buttons = { button("connect", QStringLiteral("Connect")) };
    }
    return words;
}

ListWords busy(const ListFacts &facts)
{
    ListWords words;
    words.tone = Tone::Muted;
    words.inPlaceOfList = !hasList(facts);
    words.words = facts.pages > 0 ? QStringLiteral("Listing %1: page %2, %3 so far.")
                                        .arg(listNoun(facts.kind))
                                        .arg(facts.pages + 1)
                                        .arg(count(facts.entries))
                                  : QStringLiteral("Listing %1.").arg(listNoun(facts.kind));
    words.buttons = { button("cancel", QStringLiteral("Cancel")) };
    return words;
}

ListWords refused(const ListFacts &facts)
{
    const ListSnapshot &list = *facts.snapshot;
    ListWords words;
    words.tone = Tone::Error;
    words.inPlaceOfList = !list.everListed;
    words.muted = true;
    const QString reason = shown(list.error->message);
    const QString time = clockTime(list.wallNs);
    const bool page = list.error->kind == "invalid-result";
    if (page && list.everListed) {
        words.words = QStringLiteral("Refresh refused: the server's answer is not valid (%1). The list of %2 stays; nothing below "
                                     "is from the new answer.").arg(reason, time);
    } else if (page) {
        words.words = QStringLiteral("No list: the server's answer is not valid (%1). Its entries can be looked at as refused.")
                          .arg(reason);
    } else if (list.everListed) {
        words.words = QStringLiteral("%1 failed: %2. The list of %3 stays.").arg(methodOf(facts.kind), reason, time);
    } else {
        words.words = QStringLiteral("%1 failed: %2.").arg(methodOf(facts.kind), reason);
    }
    if (!list.refused.empty())
        words.buttons.append(button("refused", QStringLiteral("Show refused entries (%1)").arg(list.refused.size())));
    words.buttons.append(button("refresh", QStringLiteral("Refresh")));
    words.buttons.append(button("answer", QStringLiteral("Show answer")));
    return words;
}

ListWords salvaged(const ListFacts &facts)
{
    const ListSnapshot &list = *facts.snapshot;
    const std::size_t bad = list.malformed.size();
    const std::size_t all = list.items.size() + list.excluded.size() + bad;
    ListWords words;
    words.tone = Tone::Warning;
    words.words = QStringLiteral("%1 of %2 %3 dropped: the server sent entries that break the revision. First: %4.")
                      .arg(bad)
                      .arg(all)
                      .arg(listNoun(facts.kind, static_cast<qsizetype>(all)), firstFault(list.malformed.front()));
    words.buttons = { button("malformed", QStringLiteral("Show %1").arg(bad)), button("answer", QStringLiteral("Show answer")) };
    return words;
}

ListWords disconnected(const ListFacts &facts)
{
    ListWords words;
    words.tone = Tone::Muted;
    words.muted = true;
    words.words = QStringLiteral("Not connected%1: %2. What you see is the last that arrived.")
                      .arg(facts.endedWallNs ? QStringLiteral(" since ") + clockTime(facts.endedWallNs) : QString(),
                          facts.endedBecause);
    words.buttons = { button("reconnect", QStringLiteral("Reconnect")) };
    if (facts.hasStderr)
        words.buttons.append(button("stderr", QStringLiteral("Show stderr")));
    return words;
}

ListWords empty(const ListFacts &facts)
{
    ListWords words;
    words.inPlaceOfList = true;
    words.words = QStringLiteral("The server offers no %1: it answered %2 with an empty list in %3.")
                      .arg(listNoun(facts.kind), methodOf(facts.kind), duration(facts.snapshot->elapsedNs));
    words.buttons = { button("answer", QStringLiteral("Show answer")), button("refresh", QStringLiteral("Refresh")) };
    return words;
}

ListWords noMatch(const ListFacts &facts)
{
    ListWords words;
    words.inPlaceOfList = true;
    words.words = QStringLiteral("None of %1 %2 matches \"%3\".")
                      .arg(count(facts.total), listNoun(facts.kind, facts.total), shown(facts.filter));
    words.buttons = { button("clear", QStringLiteral("Clear filter")) };
    return words;
}

ListWords notAdvertised(const ListFacts &facts)
{
    ListWords words;
    words.inPlaceOfList = true;
    words.words = QStringLiteral("The server does not advertise %1, so Assayer did not ask for them.").arg(listNoun(facts.kind));
    words.buttons = { button("ask", QStringLiteral("Ask anyway")) };
    return words;
}

ListWords stale(const ListFacts &facts)
{
    ListWords words;
    words.tone = Tone::Muted;
    words.words = QStringLiteral("The server said that its %1 changed. This list is of %2.")
                      .arg(listNoun(facts.kind), clockTime(facts.snapshot->wallNs));
    words.buttons = { button("refresh", QStringLiteral("Refresh")) };
    return words;
}

/// What holds of a list that is there and complete.
ListWords standing(const ListFacts &facts)
{
    const ListSnapshot &list = *facts.snapshot;
    if (!facts.filter.isEmpty() && facts.shownRows == 0 && facts.total > 0)
        return noMatch(facts);
    if (list.stale)
        return stale(facts);
    if (!list.malformed.empty())
        return salvaged(facts);
    if (list.items.empty() && list.excluded.empty())
        return empty(facts);
    return {};
}

} // namespace

QString listNoun(ListKind kind, qsizetype count)
{
    const std::string_view word = listWord(kind);
    QString noun = QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
    if (count == 1)
        noun.chop(1);
    return noun;
}

ListWords listWords(const ListFacts &facts)
{
    const bool over = facts.state == State::Closed || facts.state == State::Failed || facts.state == State::Closing;
    if (facts.listing)
        return busy(facts);
    if (facts.snapshot && facts.snapshot->error)
        return refused(facts);
    if (!hasList(facts)) {
        const bool stands = facts.state == State::Ready;
        return !stands ? notConnected(facts) : facts.advertised ? busy(facts) : notAdvertised(facts);
    }
    if (over && facts.filter.isEmpty() && !facts.isTrace)
        return disconnected(facts);
    ListWords words = standing(facts);
    words.muted = over && !facts.isTrace;
    return words;
}

QString listFooter(const ListFacts &facts)
{
    if (!hasList(facts))
        return {};
    const ListSnapshot &list = *facts.snapshot;
    const auto all = static_cast<qsizetype>(list.items.size());
    QString text = facts.filter.isEmpty()
        ? QStringLiteral("%1 %2").arg(count(all), listNoun(facts.kind, all))
        : QStringLiteral("%1 of %2 shown").arg(count(facts.shownRows), count(facts.total));
    if (!list.excluded.empty())
        text += QStringLiteral(", %1 excluded").arg(list.excluded.size());
    text += QStringLiteral(", %1 %2").arg(list.pages).arg(list.pages == 1 ? QStringLiteral("page") : QStringLiteral("pages"));
    return text + QStringLiteral(", %1, %2").arg(clockTime(list.wallNs), duration(list.elapsedNs));
}

QString endSentence(const InspectionClient &client)
{
    const std::optional<SessionEnd> &end = client.end();
    if (end && end->exitCode)
        return QStringLiteral("the server's process ended with exit code %1").arg(*end->exitCode);
    if (end && end->signal)
        return QStringLiteral("the server's process was ended by signal %1").arg(*end->signal);
    if (client.lastError())
        return shown(client.lastError()->message);
    return QStringLiteral("you closed the connection");
}

} // namespace assayer
