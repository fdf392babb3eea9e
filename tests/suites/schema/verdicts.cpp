// One {"schema":…,"instances":[…]} a line on stdin, one line of verdicts on stdout: 1 valid, 0 invalid, ? not checked,
// E the schema does not compile. Argument: the dialect's name (draft2020-12).
#include "schema/dialects.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include "json/document.h"

#include <cstdio>
#include <iostream>
#include <string>

using namespace assayer;

namespace {

char verdict(const schema::Program &program, const json::Document &document, const json::Value &instance)
{
    const auto evaluation = schema::evaluate(program, document, instance);
    if (evaluation.outcome == schema::Evaluation::Outcome::NotChecked)
        return '?';
    // Both ways to evaluate must agree before anyone else is asked.
    return evaluation.isValid() != schema::isValid(program, document, instance) ? '!' : evaluation.isValid() ? '1' : '0';
}

std::string verdicts(const std::string &line, const schema::CompileOptions &options)
{
    const auto document = json::Document::parse(line);
    if (!document || !(*document)->root().find("schema") || !(*document)->root().find("instances"))
        return "E";
    const auto program = schema::compile(*document, *(*document)->root().find("schema"), options);
    if (!program)
        return "E " + program.error().front().path + ": " + program.error().front().message;
    std::string out;
    for (const json::Value &instance : (*document)->root().find("instances")->items())
        out.push_back(verdict(**program, **document, instance));
    return out;
}

} // namespace

int main(int argc, char **argv)
{
    schema::CompileOptions options;
    options.dialect = schema::dialectFromName(argc > 1 ? argv[1] : "draft2020-12").value_or(schema::Dialect::Draft202012);
    std::string line;
    while (std::getline(std::cin, line))
        std::puts(verdicts(line, options).c_str());
    return 0;
}
