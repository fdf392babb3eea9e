// Every entry of the salvage vectors: verdict, path, reason and label, as salvagePage() gives them.
#include "protocol/judge.h"
#include "vectors.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace assayer;
using namespace assayer::test;

class SalvageItems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void item_data();
    void item();

private:
    void refused(const json::Value &expect, Revision revision, const SalvagedPage &page);
    void kept(const json::Value &expect, std::string_view id, const SalvagedPage &page);

    json::DocumentPtr m_cases;
};

/// The one entry as a whole list result of its era.
static std::string pageOf(ListKind kind, Revision revision, std::string_view item)
{
    std::string text = "{\"" + std::string(listMember(kind)) + "\":[";
    text.append(item).append("]");
    if (eraOf(revision) == Era::Modern)
        text += ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"public\"";
    return text + "}";
}

void SalvageItems::item_data()
{
    QTest::addColumn<qsizetype>("row");
    m_cases = readVectors("items.json");
    QVERIFY(m_cases);
    QVERIFY(m_cases->root().size() >= 2386);
    qsizetype row = 0;
    for (const json::Value &one : m_cases->root().items())
        QTest::newRow(textAt(one, "id").c_str()) << row++;
}

void SalvageItems::refused(const json::Value &expect, Revision revision, const SalvagedPage &page)
{
    QCOMPARE(page.malformed.size(), std::size_t(1));
    const MalformedEntry &entry = page.malformed.front();
    QCOMPARE(shown(entry.reason()), shown(ourWords(textAt(expect, "reason"))));
    QCOMPARE(json::toDotted(entry.faults.front().path), dotted(*m_cases, expect.find("path")));
    QCOMPARE(entry.label.value_or("(none)"), std::string(expect.stringAt("label").value_or("(none)")));
    if (expect.find("received"))
        QCOMPARE(entry.faults.front().received, textAt(expect, "received"));
    // All the places the reference names, in its order.
    std::vector<std::string> ours;
    for (const Fault &fault : entry.faults) {
        if (fault.level == Fault::Refused)
            ours.push_back(json::toDotted(fault.path));
    }
    std::vector<std::string> theirs;
    for (const json::Value &path : expect.find("issue_paths")->items()) {
        const std::string text = dotted(*m_cases, &path);
        // On the modern era an odd `execution` is accepted (the reference's salvage path names it all the same).
        if (revision != Revision::R2026_07_28 || text != "execution")
            theirs.push_back(text);
    }
    QCOMPARE(ours, theirs);
}

void SalvageItems::kept(const json::Value &expect, std::string_view id, const SalvagedPage &page)
{
    QCOMPARE(page.items.size(), std::size_t(1));
    std::set<std::string> theirs;
    for (const json::Value &path : expect.find("dropped") ? expect.find("dropped")->items() : std::span<const json::Value>()) {
        const std::string text = dotted(*m_cases, &path);
        // An ordinary name here, and a member the specification defines: neither is lost.
        const bool ours = text == "_meta.__proto__" || (text.find("inputSchema.") == 0 && text.find("__proto__") != std::string::npos) || (text.find("arguments.") == 0 && text.find(".title") != std::string::npos);
        if (!ours)
            theirs.insert(text);
    }
    std::set<std::string> noted;
    for (const Fault &fault : page.items.front().warnings) {
        if (fault.rule.find("unknown-member") != std::string::npos)
            noted.insert(json::toDotted(fault.path));
        QVERIFY2(fault.level != Fault::Refused, id.data());
    }
    QCOMPARE(noted, theirs);
}

void SalvageItems::item()
{
    QFETCH(qsizetype, row);
    const json::Value &one = m_cases->root().items()[static_cast<std::size_t>(row)];
    const ListKind kind = *listKindFromMethod(textAt(one, "method"));
    const Revision revision = *revisionFromName(textAt(one, "era"));
    const json::DocumentPtr document = parsed(pageOf(kind, revision, textAt(one, "item")));
    QVERIFY(document);
    const SalvagedPage page = salvagePage(document, document->root(), { kind, revision, eraOf(revision) == Era::Modern, 0, 1 });
    QVERIFY(!page.error);

    const json::Value &expect = *one.find("expect");
    const std::string verdict = textAt(expect, "verdict");
    const std::string ours = !page.malformed.empty() ? "reject" : !page.excluded.empty() ? "excluded" : "accept";
    QCOMPARE(ours, verdict);
    if (verdict == "reject") {
        refused(expect, revision, page);
    } else if (verdict == "excluded") {
        QCOMPARE(shown(page.excluded.front().reason), shown(textAt(expect, "excluded_reason")));
    } else {
        kept(expect, textAt(one, "id"), page);
    }
}

QTEST_GUILESS_MAIN(SalvageItems)
#include "tst_salvageitems.moc"
