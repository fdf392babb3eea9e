#include "session/toolmetadata.h"

#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

namespace assayer {
namespace {

/// A program takes ten kilobytes and compiles in some ten microseconds: of a hundred thousand tools they would outweigh the list.
constexpr std::size_t programsKept = 500;

TaskSupport taskSupportOf(const json::Value &tool, Era era)
{
    // Only the legacy era has execution.taskSupport (2025-11-25 server/tools); absent means forbidden.
    if (era != Era::Legacy)
        return TaskSupport::Forbidden;
    const json::Value *execution = tool.find("execution");
    const auto support = execution ? execution->stringAt("taskSupport") : std::nullopt;
    return support == "required" ? TaskSupport::Required : support == "optional" ? TaskSupport::Optional : TaskSupport::Forbidden;
}

void compileOutput(const json::Node &tool, ToolRecord &record)
{
    const json::Value *schemaValue = tool.value->find("outputSchema");
    if (!schemaValue)
        return;
    record.outputSchema = { tool.document, schemaValue };
    auto program = schema::compile(tool.document, *schemaValue);
    if (program) {
        record.program = *program;
        record.output = OutputCheck::Compiled;
        return;
    }
    record.output = OutputCheck::DoesNotCompile;
    const auto &errors = program.error();
    record.fault = std::make_shared<const OutputFault>(errors.empty() ? OutputFault() : OutputFault { errors.front().path, errors.front().message });
}

void mapHeaders(const json::Node &tool, ToolRecord &record)
{
    const json::Value *input = tool.value->find("inputSchema");
    if (!input)
        return;
    HeaderMap map = scanHeaderAnnotations(*tool.document, *input);
    if (!map.entries.empty())
        record.headers = std::make_shared<const HeaderMap>(std::move(map));
}

/// Of a record whose schema compiles. The bytes are those it was compiled from before, so it compiles again.
schema::ProgramPtr programOf(const ToolRecord &record)
{
    if (record.program)
        return record.program;
    return schema::compile(record.outputSchema.document, *record.outputSchema.value).value();
}

} // namespace

BuiltMetadata buildMetadata(const ListSnapshot &walk, const MetadataContext &context)
{
    BuiltMetadata built;
    std::size_t programs = 0;
    for (const ListEntry &entry : walk.items) {
        ToolRecord record;
        record.task = taskSupportOf(*entry.node.value, context.era);
        compileOutput(entry.node, record);
        if (record.program && ++programs > programsKept)
            record.program.reset();
        if (context.headerRule)
            mapHeaders(entry.node, record);
        const std::string name(entry.text("name"));
        if (record.fault && !built.refusal)
            built.refusal = MetadataRefusal { name, record.fault->path, record.fault->message };
        built.tools.insert_or_assign(name, std::move(record));
    }
    return built;
}

ToolMetadata::ToolMetadata(MetadataPolicy policy)
    : m_policy(policy)
{
    summarize({});
}

bool ToolMetadata::offer(const ListSnapshot &walk, const MetadataContext &context)
{
    if (walk.walk < m_judgedWalk)
        return false;
    m_judgedWalk = walk.walk;
    BuiltMetadata built = buildMetadata(walk, context);
    if (built.refusal && m_policy == MetadataPolicy::Whole) {
        m_refusal = built.refusal;
        m_refused = std::move(built);
        m_refusedWalk = walk.walk;
        summarize(generation());
        return false;
    }
    publish(std::move(built), walk.walk);
    return true;
}

bool ToolMetadata::publishRefused()
{
    if (!m_refused)
        return false;
    publish(std::move(*m_refused), m_refusedWalk);
    return true;
}

void ToolMetadata::publish(BuiltMetadata built, std::uint64_t walk)
{
    auto generation = std::make_shared<ToolGeneration>();
    generation->number = ++m_published;
    generation->walk = walk;
    generation->tools = std::move(built.tools);
    m_refusal.reset();
    m_refused.reset();
    m_stale = m_stale && walk <= m_staleSince;
    summarize(std::move(generation));
}

void ToolMetadata::markStale(std::uint64_t lastStartedWalk)
{
    m_staleSince = lastStartedWalk;
    m_stale = true;
    summarize(generation());
}

void ToolMetadata::clear()
{
    *this = ToolMetadata(m_policy);
}

void ToolMetadata::summarize(ToolGenerationPtr inForce)
{
    auto summary = std::make_shared<MetadataSummary>();
    summary->inForce = std::move(inForce);
    summary->stale = m_stale;
    summary->refused = m_refusal;
    m_summary = std::move(summary);
}

namespace {

/// A generation that does not know a tool says nothing about its output: the caller must not take that for "no schema".
std::string whyUnknown(const ToolGeneration *generation, const MetadataSummary &now)
{
    const std::string because = now.refused ? "; the metadata of the newer list was refused because of \"" + now.refused->tool + "\"" : std::string();
    if (generation)
        return "generation " + std::to_string(generation->number) + ", under which it was called, does not know the tool" + because;
    return "no tool metadata was in force when it was called" + because;
}

/// A call that goes on as a task, or that asks for more, has no output yet.
bool isInterim(const json::Value &result)
{
    const json::Value *task = result.find("task");
    const auto type = result.stringAt("resultType");
    return (task && task->isObject() && !result.find("content")) || (type && *type != "complete");
}

void judgeContent(const ToolRecord &record, const ExchangeResult &result, const json::Value &output, OutputVerdict &verdict)
{
    const schema::ProgramPtr program = programOf(record);
    const schema::Evaluation evaluation = schema::evaluate(*program, *result.result.document, output);
    verdict.state = evaluation.isValid() ? OutputVerdict::Valid : OutputVerdict::Invalid;
    for (const schema::Failure &failure : evaluation.failures)
        verdict.failures.push_back({ failure.instancePath, failure.schemaPath, failure.keyword, failure.message, failure.expected, failure.actual });
    if (evaluation.outcome == schema::Evaluation::Outcome::NotChecked) {
        verdict.state = OutputVerdict::Unchecked;
        verdict.reason = evaluation.notChecked.empty() ? "its schema is too costly to check" : evaluation.notChecked.front();
    }
}

} // namespace

OutputVerdict judgeToolOutput(std::string_view tool, const ExchangeResult &result, const MetadataSummary &now)
{
    OutputVerdict verdict;
    const ToolRecord *record = result.generation ? result.generation->find(tool) : nullptr;
    verdict.generation = result.generation ? result.generation->number : 0;
    if (!result.result)
        return verdict;
    if (isInterim(*result.result.value)) {
        verdict.reason = "the call goes on: this is not its result yet";
        return verdict;
    }
    if (!record) {
        verdict.reason = whyUnknown(result.generation.get(), now);
        return verdict;
    }
    const json::Value &value = *result.result.value;
    const json::Value *isError = value.find("isError");
    verdict.advisory = isError && isError->isTrue();
    verdict.schema = record->outputSchema;
    const json::Value *output = value.find("structuredContent");
    if (record->output == OutputCheck::None) {
        verdict.undeclared = output != nullptr;
        return verdict;
    }
    if (record->output == OutputCheck::DoesNotCompile) {
        verdict.state = OutputVerdict::Unchecked;
        verdict.reason = "its output schema does not compile: " + (record->fault->path.empty() ? std::string() : record->fault->path + ": ") + record->fault->message;
        return verdict;
    }
    // An error result need not carry output.
    if (!output)
        verdict.state = verdict.advisory ? OutputVerdict::None : OutputVerdict::Missing;
    else
        judgeContent(*record, result, *output, verdict);
    return verdict;
}

} // namespace assayer
