#include "ui/pages/schemalint.h"

#include "schema/lint.h"
#include "schema/schemacompiler.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

schema::Dialect dialectOf(const json::Value &schema)
{
    const auto stated = schema.stringAt("$schema");
    return stated ? schema::dialectFromUri(*stated).value_or(schema::Dialect::Draft202012) : schema::Dialect::Draft202012;
}

Finding notCompiling(const schema::CompileError &error, const std::string &member)
{
    Finding finding;
    finding.rule = "schema.compile";
    finding.severity = Severity::Error;
    finding.message = error.message;
    finding.where = member + error.path;
    finding.expected = "a schema that compiles: as it is, nothing is checked by it";
    return finding;
}

void judgeSchema(const json::Node &entry, const char *name, Findings &out)
{
    const json::Value *schema = entry.value ? entry.value->find(name) : nullptr;
    if (!schema)
        return;
    const std::string member = std::string("/") + name;
    const auto program = schema::compile(entry.document, *schema);
    if (!program) {
        for (const schema::CompileError &error : program.error())
            out.push_back(notCompiling(error, member));
    }
    for (Finding &finding : schema::lint(*entry.document, *schema, dialectOf(*schema))) {
        finding.where.insert(0, member);
        out.push_back(std::move(finding));
    }
}

} // namespace

Findings judgeSchemas(const json::Node &entry)
{
    Findings out;
    judgeSchema(entry, "inputSchema", out);
    judgeSchema(entry, "outputSchema", out);
    return out;
}

void judgeSchemasAside(const json::Node &entry, QObject *receiver, std::function<void(const Findings &)> done)
{
    const QPointer<QObject> alive(receiver);
    QThreadPool::globalInstance()->start([entry, alive, done = std::move(done)] {
        const Findings findings = judgeSchemas(entry);
        QMetaObject::invokeMethod(qApp, [alive, findings, done] {
            if (alive)
                done(findings);
        });
    });
}

} // namespace assayer
