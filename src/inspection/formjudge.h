// What is wrong with a form's value, by our own schema engine, worded for a place beside the field.
#pragma once

#include "json/document.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include <QByteArray>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assayer {

struct FormComplaint {
    std::string pointer; ///< JSON Pointer of the field; of a missing member its own
    std::string words; ///< "at most 50, got 200"; quotes the server and the user
    std::string keyword; ///< "required", "maximum"...; empty where the schema or the text itself is the trouble
};

/// A compiled schema. Immutable; any thread.
class FormJudge {
public:
    /// `schema` is the whole one; formats are asserted, since a form is there to say so.
    explicit FormJudge(const json::Node &schema);

    /// `conclusive` becomes false where `maxSteps` did not suffice: the answer is then empty.
    std::vector<FormComplaint> judge(const QByteArray &json, std::int64_t maxSteps, bool &conclusive) const;
    std::vector<FormComplaint> judge(const QByteArray &json) const;
    /// Why the schema cannot be used; empty where it can.
    const std::string &schemaProblem() const { return m_problem; }

private:
    schema::ProgramPtr m_program;
    std::string m_problem;
};

/// A failure of the engine without its subject: "must be at most 50, but is 200" is "at most 50, got 200".
std::string wordsBeside(const schema::Failure &failure);

} // namespace assayer
