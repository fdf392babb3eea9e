#include "inspection/formjudge.h"

#include "json/pointer.h"

namespace assayer {

namespace {

constexpr std::size_t mostComplaints = 100;

bool take(std::string_view &text, std::string_view start)
{
    if (!text.starts_with(start))
        return false;
    text.remove_prefix(start.size());
    return true;
}

void replaceOne(std::string &text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    if (at != std::string::npos)
        text.replace(at, from.size(), to);
}

/// The member that is missing, from `property "name"`; empty where it cannot be told.
std::string missingMember(const schema::Failure &failure)
{
    std::string_view text = failure.expected;
    if (!take(text, "property "))
        return {};
    const auto parsed = json::Document::parse(std::string(text));
    return parsed && (*parsed)->root().isString() ? std::string((*parsed)->root().string()) : std::string();
}

/// Of alternatives the closest one's failures say more than "matches none"; those at a field inside are that field's.
bool isUnion(const schema::Failure &failure)
{
    return (failure.keyword == "anyOf" || failure.keyword == "oneOf") && !failure.causes.empty();
}

/// The branch of a cause: what follows the union's own path up to the next slash.
std::string_view branchOf(const schema::Failure &whole, const schema::Failure &cause)
{
    std::string_view path = cause.schemaPath;
    if (!take(path, whole.schemaPath) || !take(path, "/"))
        return cause.schemaPath; // behind a reference: told apart by its own place
    return path.substr(0, path.find('/'));
}

void add(const schema::Failure &failure, std::vector<FormComplaint> &out)
{
    if (out.size() >= mostComplaints)
        return;
    if (isUnion(failure)) {
        const std::string_view closest = branchOf(failure, failure.causes.front());
        for (const schema::Failure &cause : failure.causes) {
            if (branchOf(failure, cause) == closest)
                add(cause, out);
        }
        return;
    }
    FormComplaint complaint { failure.instancePath, wordsBeside(failure), failure.keyword };
    if (failure.keyword == "required") {
        if (const std::string name = missingMember(failure); !name.empty() || failure.expected == "property \"\"") {
            json::appendToken(complaint.pointer, name);
            complaint.words = "required";
        }
    }
    out.push_back(std::move(complaint));
}

} // namespace

std::string wordsBeside(const schema::Failure &failure)
{
    std::string_view text = failure.message;
    const std::string subject = (failure.instancePath.empty() ? std::string("the value") : failure.instancePath) + " ";
    if (!take(text, subject))
        return failure.message;
    for (const std::string_view start : { "must be of the ", "must be ", "must have ", "must " }) {
        if (take(text, start))
            break;
    }
    std::string words(text);
    replaceOne(words, ", but is ", ", got ");
    replaceOne(words, ", but has ", ", got ");
    return words;
}

FormJudge::FormJudge(const json::Node &schema)
{
    if (!schema)
        return;
    schema::CompileOptions options;
    options.assertFormats = true;
    options.lenientUnknownDialect = true;
    const schema::CompileResult result = schema::compile(schema.document, *schema.value, options);
    if (result)
        m_program = *result;
    else
        m_problem = "the schema does not compile: " + (result.error().empty() ? std::string() : result.error().front().path + ": " + result.error().front().message);
}

std::vector<FormComplaint> FormJudge::judge(const QByteArray &json, std::int64_t maxSteps, bool &conclusive) const
{
    conclusive = true;
    std::vector<FormComplaint> out;
    const auto parsed = json::Document::parse(json.toStdString());
    if (!parsed) {
        out.push_back({ {}, parsed.error().message, {} });
        return out;
    }
    if (!m_program) {
        if (!m_problem.empty())
            out.push_back({ {}, m_problem, {} });
        return out;
    }
    schema::EvaluateOptions options;
    options.maxFailures = mostComplaints;
    options.maxSteps = maxSteps;
    const schema::Evaluation evaluation = schema::evaluate(*m_program, **parsed, (*parsed)->root(), options);
    for (const schema::Failure &failure : evaluation.failures)
        add(failure, out);
    conclusive = evaluation.notChecked.empty() || !out.empty();
    if (!conclusive)
        out.clear();
    return out;
}

std::vector<FormComplaint> FormJudge::judge(const QByteArray &json) const
{
    bool conclusive = true;
    return judge(json, schema::EvaluateOptions().maxSteps, conclusive);
}

} // namespace assayer
