#include "schema/schemaevaluator.h"

#include "schema/describe.h"
#include "schema/keywords/arrayswalk.h"
#include "schema/keywords/logicwalk.h"
#include "schema/keywords/numberswalk.h"
#include "schema/keywords/objectswalk.h"
#include "schema/keywords/stringswalk.h"
#include "schema/keywords/valueswalk.h"
#include "schema/walk.h"

namespace assayer::schema {
namespace {

template<bool Errors>
bool walk(Run &run, const json::Value &value)
{
    const Node &root = *run.program.root;
    const bool full = run.program.tracks || run.program.dynamic;
    const bool holds = full ? Walk<Errors, true>(run).apply(root, value) : Walk<Errors, false>(run).apply(root, value);
    run.noteExhaustion(root, value);
    return holds;
}

} // namespace

bool isValid(const Program &program, const json::Document &document, const json::Value &value)
{
    static const EvaluateOptions options;
    Run run(program.parts(), document, options);
    return walk<false>(run, value) && run.doubt.empty();
}

Evaluation evaluate(const Program &program, const json::Document &document, const json::Value &value, const EvaluateOptions &options)
{
    Evaluation evaluation;
    evaluation.formatsAsserted = program.assertsFormats();
    Run run(program.parts(), document, options);
    std::vector<Record> records;
    run.records = &records;
    const bool valid = walk<true>(run, value);
    const Describer describer(program.parts(), document, value);
    for (const Record &record : records)
        evaluation.failures.push_back(describer.failure(record));
    for (const Doubt &doubt : run.doubt)
        evaluation.notChecked.push_back(describer.doubt(doubt));
    evaluation.truncated = run.truncated;
    if (!run.doubt.empty())
        evaluation.outcome = Evaluation::Outcome::NotChecked;
    else if (!valid)
        evaluation.outcome = Evaluation::Outcome::Invalid;
    return evaluation;
}

} // namespace assayer::schema
