#include "inspection/elicitationanswer.h"

#include "protocol/message.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

namespace assayer {

namespace {

OutputVerdict::Failure simple(std::string path, std::string message)
{
    OutputVerdict::Failure failure;
    failure.instancePath = std::move(path);
    failure.message = std::move(message);
    return failure;
}

} // namespace

std::vector<OutputVerdict::Failure> elicitationFailures(const json::Node &params, const QByteArray &resultJson)
{
    const auto result = parseJson(resultJson);
    if (!result)
        return { simple({}, "The answer is no JSON") };
    const json::Value *schema = params ? params.value->find("requestedSchema") : nullptr;
    if ((*result)->root().stringAt("action") != "accept" || !schema)
        return {};
    const json::Value *content = (*result)->root().find("content");
    if (!content)
        return { simple({}, "The accepted form has no content") };
    schema::CompileOptions options;
    options.assertFormats = true;
    const auto program = schema::compile(params.document, *schema, options);
    if (!program)
        return {};
    std::vector<OutputVerdict::Failure> failures;
    for (const schema::Failure &failure : schema::evaluate(**program, **result, *content).failures)
        failures.push_back({ failure.instancePath, failure.schemaPath, failure.keyword, failure.message, failure.expected, failure.actual });
    return failures;
}

} // namespace assayer
