// Schema and instance separated by a line end: both ways to evaluate agree, and every failure has a place.
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include "json/pointer.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace assayer;

namespace {

void checkFailure(const json::Document &instance, const schema::Failure &failure)
{
    if (failure.message.empty() || failure.schemaPath.find('#') == std::string::npos)
        abort();
    if (instance.flaws().empty() && !json::resolve(instance.root(), failure.instancePath))
        abort();
    for (const schema::Failure &cause : failure.causes)
        checkFailure(instance, cause);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const std::size_t line = text.find('\n');
    if (line == std::string_view::npos || line < 1)
        return 0;
    const auto schemaDocument = json::Document::parse(std::string(text.substr(1, line - 1)));
    const auto instance = json::Document::parse(std::string(text.substr(line + 1)));
    if (!schemaDocument || !instance)
        return 0;
    schema::CompileOptions options;
    options.dialect = static_cast<schema::Dialect>(data[0] % 5);
    options.assertFormats = (data[0] & 0x80) != 0;
    const auto program = schema::compile(*schemaDocument, options);
    if (!program)
        return 0;
    schema::EvaluateOptions bounded;
    bounded.maxSteps = 100'000;
    const auto evaluation = schema::evaluate(**program, **instance, (*instance)->root(), bounded);
    if (evaluation.outcome == schema::Evaluation::Outcome::NotChecked)
        return evaluation.notChecked.empty() ? (abort(), 0) : 0;
    if (evaluation.isValid() != evaluation.failures.empty())
        abort();
    if (schema::isValid(**program, **instance, (*instance)->root()) != evaluation.isValid())
        abort();
    for (const schema::Failure &failure : evaluation.failures)
        checkFailure(**instance, failure);
    return 0;
}
