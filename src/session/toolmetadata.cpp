#include "session/toolmetadata.h"

#include "schema/schemaevaluator.h"

namespace assayer {
namespace {

/// A program takes some kilobytes: of a hundred thousand tools they would outweigh the list.
constexpr std::size_t programsKept = 2000;

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
        record.output = *program;
        record.info.output = OutputCheck::Compiled;
        return;
    }
    record.info.output = OutputCheck::DoesNotCompile;
    if (!program.error().empty()) {
        record.info.outputPath = program.error().front().path;
        record.info.outputMessage = program.error().front().message;
    }
}

void mapHeaders(const json::Node &tool, ToolRecord &record)
{
    const json::Value *input = tool.value->find("inputSchema");
    if (!input)
        return;
    record.headers = scanHeaderAnnotations(*tool.document, *input);
    for (const HeaderMap::Entry &entry : record.headers.entries) {
        std::string pointer;
        for (const std::string &name : entry.path)
            json::appendToken(pointer, name);
        record.info.headers.emplace_back("Mcp-Param-" + entry.name, pointer);
    }
}

/// Of a record whose schema compiles. The bytes are those it was compiled from before, so it compiles again.
schema::ProgramPtr programOf(const ToolRecord &record)
{
    if (record.output)
        return record.output;
    return schema::compile(record.outputSchema.document, *record.outputSchema.value).value();
}

} // namespace

const ToolRecord *ToolGeneration::find(std::string_view name) const
{
    const auto found = tools.find(name);
    return found == tools.end() ? nullptr : &found->second;
}

BuiltMetadata buildMetadata(const ListSnapshot &walk, const MetadataContext &context)
{
    BuiltMetadata built;
    std::size_t programs = 0;
    for (const ListEntry &entry : walk.items) {
        ToolRecord record;
        record.info.task = taskSupportOf(*entry.node.value, context.era);
        compileOutput(entry.node, record);
        if (record.output && ++programs > programsKept)
            record.output.reset();
        if (context.headerRule)
            mapHeaders(entry.node, record);
        const std::string name(entry.text("name"));
        if (record.info.output == OutputCheck::DoesNotCompile && !built.refusal)
            built.refusal = MetadataRefusal { name, record.info.outputPath, record.info.outputMessage };
        built.tools.insert_or_assign(name, std::move(record));
    }
    return built;
}

ToolMetadata::ToolMetadata(MetadataPolicy policy)
    : m_policy(policy)
{
    summarize();
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
        summarize();
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
    m_generation = std::move(generation);
    m_refusal.reset();
    m_refused.reset();
    m_stale = m_stale && walk <= m_staleSince;
    summarize();
}

void ToolMetadata::markStale(std::uint64_t lastStartedWalk)
{
    m_staleSince = lastStartedWalk;
    m_stale = true;
    summarize();
}

void ToolMetadata::clear()
{
    *this = ToolMetadata(m_policy);
}

void ToolMetadata::summarize()
{
    auto summary = std::make_shared<MetadataSummary>();
    summary->generation = m_generation ? m_generation->number : 0;
    summary->stale = m_stale;
    summary->refused = m_refusal;
    if (m_generation) {
        for (const auto &[name, record] : m_generation->tools)
            summary->tools.emplace(name, record.info);
    }
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
    if (record->info.output == OutputCheck::None) {
        verdict.undeclared = output != nullptr;
        return verdict;
    }
    if (record->info.output == OutputCheck::DoesNotCompile) {
        verdict.state = OutputVerdict::Unchecked;
        verdict.reason = "its output schema does not compile: " + (record->info.outputPath.empty() ? std::string() : record->info.outputPath + ": ") + record->info.outputMessage;
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
