// Any bytes as a schema, in each dialect: it compiles or says where it does not, and the lint copes, too.
#include "schema/lint.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include "json/pointer.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace assayer;

namespace {

void checkErrors(const json::Document &document, const std::vector<schema::CompileError> &errors)
{
    if (errors.empty())
        abort();
    for (const schema::CompileError &error : errors) {
        const bool local = error.path.empty() || error.path.front() == '/';
        // Of duplicate members a pointer reaches the last only.
        if (error.message.empty() || (local && document.flaws().empty() && !json::resolve(document.root(), error.path)))
            abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto document = json::Document::parse(std::string(reinterpret_cast<const char *>(data) + 1, size - 1));
    if (!document)
        return 0;
    schema::CompileOptions options;
    options.dialect = static_cast<schema::Dialect>(data[0] % 5);
    options.assertFormats = (data[0] & 0x80) != 0;
    options.assertContent = (data[0] & 0x40) != 0;
    static_cast<void>(schema::lint(**document, (*document)->root(), options.dialect));
    const auto program = schema::compile(*document, options);
    if (!program) {
        checkErrors(**document, program.error());
        return 0;
    }
    // A schema is a value like any other.
    schema::EvaluateOptions bounded;
    bounded.maxSteps = 100'000;
    static_cast<void>(schema::evaluate(**program, **document, (*document)->root(), bounded));
    return 0;
}
