// Our rules against the official JSON Schemas of each revision, on handed and mutated values. Every difference is explained in one
// table below; one that is not there fails. Skipped where the schemas are not at hand: they are not part of this project.
#include "mutator.h"
#include "protocol/judge.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"
#include "vectors.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace assayer;
using namespace assayer::test;

namespace {

enum class Side {
    Stricter, ///< we refuse what the schema allows: clients do
    Milder, ///< we keep, with a warning, what the schema forbids: clients do
};

struct Difference {
    Side side;
    std::string_view rule; ///< ids that start with this
    std::string_view why;
};

constexpr std::array differences {
    Difference { Side::Stricter, "annotations.lastModified", "clients want a calendar time with a zone; the schema takes any text" },
    Difference { Side::Stricter, "tool.inputSchema.properties", "a number beyond a double inside is no JSON value to clients" },
    Difference { Side::Stricter, "tool.outputSchema.properties", "a number beyond a double inside is no JSON value to clients" },
    Difference { Side::Stricter, "resource.size", "1e400 is infinite to clients" },
    Difference { Side::Stricter, "content.resource-link.size", "1e400 is infinite to clients" },
    Difference { Side::Stricter, "annotations.priority", "-1e400 and 1e400 are infinite to clients" },
    Difference { Side::Stricter, "completion.total", "1e400 is infinite to clients" },
    Difference { Side::Stricter, "read-result.ttlMs", "beyond 2^53-1 clients lose digits" },
    Difference { Side::Stricter, "result.resultType", "of a type that is not known no shape may be guessed" },
    Difference { Side::Milder, "annotations.priority.range", "clients see what a double holds" },
    Difference { Side::Milder, "resource.size.integer", "clients take fractions" },
    Difference { Side::Milder, "content.resource-link.size.integer", "clients take fractions" },
    Difference { Side::Milder, "tool.inputSchema.properties", "clients take any JSON value as a property's schema" },
    Difference { Side::Milder, "tool.outputSchema.properties", "clients take any JSON value as a property's schema" },
    Difference { Side::Milder, "tool.inputSchema.$schema", "legacy clients do not look at $schema" },
    Difference { Side::Milder, "tool.outputSchema.$schema", "legacy clients do not look at $schema" },
    Difference { Side::Milder, "prompt.argument.title", "clients drop it unseen" },
    Difference { Side::Milder, "call-result.content", "clients read a missing list as an empty one" },
    Difference { Side::Milder, "capabilities", "the connection goes on without an optional capability" },
    Difference { Side::Milder, "capability", "the connection goes on without an optional capability" },
    Difference { Side::Milder, "implementation", "title, icons and the like are display data" },
    Difference { Side::Milder, "icon.", "icons of the handshake are display data" },
    Difference { Side::Milder, "initialize.", "instructions and _meta are optional" },
    Difference { Side::Milder, "result._meta", "identity in a modern result is display data" },
    Difference { Side::Stricter, "result._meta", "legacy clients act on a progress token and a related task" },
    Difference { Side::Stricter, "related-task", "legacy clients act on it" },
};

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

bool explains(Side side, const Fault &fault)
{
    return std::any_of(differences.begin(), differences.end(), [&](const Difference &one) { return one.side == side && startsWith(fault.rule, one.rule); });
}

/// The revision a member came with; clients of the whole legacy era read it, older schemas do not know it.
bool isLaterMember(const Fault &fault, Revision revision)
{
    static const std::map<std::string, Revision, std::less<>> since { { "title", Revision::R2025_06_18 }, { "icons", Revision::R2025_11_25 },
        { "outputSchema", Revision::R2025_06_18 }, { "annotations", Revision::R2025_03_26 }, { "execution", Revision::R2025_11_25 },
        { "_meta", Revision::R2025_06_18 }, { "lastModified", Revision::R2025_06_18 }, { "structuredContent", Revision::R2025_06_18 } };
    return std::any_of(fault.path.begin(), fault.path.end(), [&](const json::Step &step) {
        const auto *name = std::get_if<std::string>(&step);
        const auto found = name ? since.find(*name) : since.end();
        return found != since.end() && revision < found->second;
    });
}

struct Official {
    Revision revision;
    std::map<std::string, schema::ProgramPtr> programs; ///< by definition
};

std::string readText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

schema::ProgramPtr compiled(std::string text, const std::string &definition)
{
    const bool defs = text.find("\"$defs\"") != std::string::npos;
    text.insert(text.find('{') + 1, std::string("\"$ref\":\"#/") + (defs ? "$defs/" : "definitions/") + definition + "\",");
    const auto program = schema::compile(parsed(text));
    return program ? *program : nullptr;
}

std::vector<Fault> ofLevel(const Faults &faults, Fault::Level level)
{
    std::vector<Fault> out;
    std::copy_if(faults.begin(), faults.end(), std::back_inserter(out), [level](const Fault &fault) { return fault.level == level; });
    return out;
}

/// Empty where both agree or the difference is known; else what differs.
std::string unexplained(const Faults &faults, bool valid, Revision revision)
{
    const auto refused = ofLevel(faults, Fault::Refused);
    if (refused.empty() == valid)
        return {};
    if (!refused.empty()) {
        for (const Fault &fault : refused) {
            if (!explains(Side::Stricter, fault) && !isLaterMember(fault, revision))
                return "refused by us alone: " + fault.rule + " " + fault.reason();
        }
        return {};
    }
    const auto warnings = ofLevel(faults, Fault::Warning);
    if (std::any_of(warnings.begin(), warnings.end(), [](const Fault &fault) { return explains(Side::Milder, fault); }))
        return {};
    return "refused by the schema alone";
}

const char *definitionOf(ListKind kind)
{
    return kind == ListKind::Tools ? "Tool" : kind == ListKind::Resources ? "Resource" : kind == ListKind::Prompts ? "Prompt" : "ResourceTemplate";
}

} // namespace

class OfficialSchemas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void entries_data();
    void entries();
    void results_data();
    void results();

private:
    QString m_folder;
};

void OfficialSchemas::initTestCase()
{
    m_folder = QStringLiteral(ASSAYER_TEST_DATA "/../../../shared/spec-schemas/");
    if (!QFile::exists(m_folder + QLatin1String("2025-11-25.json")))
        QSKIP("the official schemas are not at hand");
}

void OfficialSchemas::entries_data()
{
    QTest::addColumn<int>("revision");
    for (const Revision revision : allRevisions)
        QTest::newRow(std::string(revisionName(revision)).c_str()) << int(revision);
}

void OfficialSchemas::entries()
{
    QFETCH(int, revision);
    const auto rev = static_cast<Revision>(revision);
    const std::string text = readText(m_folder + QLatin1String(revisionName(rev).data(), qsizetype(revisionName(rev).size())) + QLatin1String(".json"));
    std::map<ListKind, schema::ProgramPtr> programs;
    for (const ListKind kind : allListKinds) {
        programs[kind] = compiled(text, definitionOf(kind));
        QVERIFY(programs[kind]);
    }
    const json::DocumentPtr cases = readVectors("items.json");
    Mutator mutator(static_cast<std::uint32_t>(revision) + 1);
    int agreed = 0;
    for (const json::Value &one : cases->root().items()) {
        const std::string item = textAt(one, "item");
        if (item.size() > 5000)
            continue;
        const json::DocumentPtr seed = parsed(item);
        for (int variant = 0; variant < 8; ++variant) {
            const std::string given = variant == 0 ? item : mutator.mutate(*seed, seed->root());
            const json::DocumentPtr document = parsed(given);
            const ListKind kind = *listKindFromMethod(textAt(one, "method"));
            const bool valid = schema::isValid(*programs[kind], *document, document->root());
            const std::string reason = unexplained(judgeEntry(kind, rev, *document, document->root()).faults, valid, rev);
            QVERIFY2(reason.empty(), (reason + "\n" + given).c_str());
            ++agreed;
        }
    }
    QVERIFY(agreed > 15'000);
}

void OfficialSchemas::results_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("definition");
    QTest::addColumn<QString>("seed");
    const auto row = [](Revision revision, const char *method, const char *definition, const char *seed) {
        const bool isModern = eraOf(revision) == Era::Modern;
        const QString prefix = isModern ? QStringLiteral(R"({"resultType":"complete","ttlMs":5,"cacheScope":"public",)") : QStringLiteral("{");
        QTest::addRow("%s %s", std::string(revisionName(revision)).c_str(), definition) << int(revision) << QString::fromUtf8(method) << QString::fromUtf8(definition) << prefix + QString::fromUtf8(seed);
    };
    for (const Revision revision : allRevisions) {
        row(revision, "tools/call", "CallToolResult",
            R"("content":[{"type":"text","text":"x","annotations":{"audience":["user"],"priority":0.5}},{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"resource","resource":{"uri":"a:b","text":"t","mimeType":"m"}}],"isError":false,"_meta":{}})");
        row(revision, "resources/read", "ReadResourceResult", R"("contents":[{"uri":"a:b","text":"t"},{"uri":"a:b","blob":"AA==","mimeType":"m"}]})");
        row(revision, "prompts/get", "GetPromptResult", R"("description":"d","messages":[{"role":"user","content":{"type":"text","text":"x"}},{"role":"assistant","content":{"type":"resource","resource":{"uri":"a:b","blob":""}}}]})");
        row(revision, "completion/complete", "CompleteResult", R"("completion":{"values":["a","b"],"total":2,"hasMore":true}})");
    }
    for (const Revision revision : { Revision::R2024_11_05, Revision::R2025_03_26, Revision::R2025_06_18, Revision::R2025_11_25 })
        row(revision, "initialize", "InitializeResult", R"("protocolVersion":"x","capabilities":{"logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true},"tools":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"i"})");
}

void OfficialSchemas::results()
{
    QFETCH(int, revision);
    QFETCH(QString, method);
    QFETCH(QString, definition);
    QFETCH(QString, seed);
    const auto rev = static_cast<Revision>(revision);
    const std::string text = readText(m_folder + QLatin1String(revisionName(rev).data(), qsizetype(revisionName(rev).size())) + QLatin1String(".json"));
    const schema::ProgramPtr program = compiled(text, definition.toStdString());
    QVERIFY(program);
    const json::DocumentPtr original = parsed(seed.toStdString());
    Mutator mutator(static_cast<std::uint32_t>(revision) + 100);
    for (int round = 0; round < 1000; ++round) {
        const std::string given = round == 0 ? seed.toStdString() : mutator.mutate(*original, original->root());
        const auto decoded = decodeMessages(QByteArray::fromStdString(R"({"jsonrpc":"2.0","id":1,"result":)" + given + "}"));
        const Message &message = std::get<DecodedMessages>(decoded).messages.front();
        const bool valid = schema::isValid(*program, *message.document, *message.result);
        const std::string reason = unexplained(judgeMessage(message, method.toStdString(), rev), valid, rev);
        QVERIFY2(reason.empty(), (reason + "\n" + given).c_str());
    }
}

QTEST_GUILESS_MAIN(OfficialSchemas)
#include "tst_officialschemas.moc"
