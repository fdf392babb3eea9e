// What the tests of the schema room share.
#pragma once

#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include "json/document.h"

#include <QByteArray>
#include <QTest>

namespace assayer {

inline json::DocumentPtr parsedJson(const QByteArray &text)
{
    auto document = json::Document::parse(text.toStdString());
    return document ? *document : nullptr;
}

inline schema::CompileResult compiled(const QByteArray &text, const schema::CompileOptions &options = {})
{
    const auto document = parsedJson(text);
    if (!document)
        return tl::unexpected<std::vector<schema::CompileError>>(std::vector<schema::CompileError> { { {}, "the test's schema is no JSON" } });
    return schema::compile(document, options);
}

inline schema::Evaluation judged(const QByteArray &schemaText, const QByteArray &instanceText, const schema::CompileOptions &options = {},
    const schema::EvaluateOptions &evaluateOptions = {})
{
    const auto program = compiled(schemaText, options);
    const auto instance = parsedJson(instanceText);
    schema::Evaluation broken;
    broken.outcome = schema::Evaluation::Outcome::NotChecked;
    if (!program || !instance)
        return broken;
    return schema::evaluate(**program, *instance, instance->root(), evaluateOptions);
}

} // namespace assayer
