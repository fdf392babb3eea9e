#include "schema/pattern.h"

#include "schema/ecmaregex.h"

#include <array>

#include <pcre2.h>

namespace assayer::schema {
namespace {

/// Enough for any sane pattern on any sane text; a runaway one stops after a few milliseconds.
constexpr std::uint32_t matchLimit = 1'000'000;
constexpr std::size_t heapLimitKiB = 16 * 1024;
constexpr std::size_t sourceLimit = 64 * 1024;

/// What matching needs beside the code; one for each thread, made at its first match.
class Scratch {
public:
    Scratch()
        : m_data(pcre2_match_data_create(1, nullptr))
        , m_context(pcre2_match_context_create(nullptr))
        , m_stack(pcre2_jit_stack_create(32 * 1024, 1024 * 1024, nullptr))
    {
        pcre2_set_match_limit(m_context, matchLimit);
        pcre2_set_heap_limit(m_context, heapLimitKiB);
        pcre2_jit_stack_assign(m_context, nullptr, m_stack);
    }
    ~Scratch()
    {
        pcre2_match_data_free(m_data);
        pcre2_match_context_free(m_context);
        pcre2_jit_stack_free(m_stack);
    }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;

    pcre2_match_data *data() const { return m_data; }
    pcre2_match_context *context() const { return m_context; }

private:
    pcre2_match_data *m_data;
    pcre2_match_context *m_context;
    pcre2_jit_stack *m_stack;
};

Scratch &scratch()
{
    thread_local Scratch own;
    return own;
}

std::string words(int code)
{
    std::array<PCRE2_UCHAR, 200> buffer {};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char *>(buffer.data());
}

} // namespace

struct Pattern::Code {
    pcre2_code *code = nullptr;
    bool jit = false;

    Code() = default;
    Code(const Code &) = delete;
    Code &operator=(const Code &) = delete;
    ~Code() { pcre2_code_free(code); }
};

Pattern::Pattern()
    : m_code(std::make_unique<Code>())
{
}

Pattern::~Pattern() = default;

tl::expected<std::unique_ptr<const Pattern>, std::string> Pattern::compile(std::string_view source)
{
    if (source.size() > sourceLimit)
        return tl::unexpected<std::string>("the pattern is longer than 64 KiB");
    if (auto plain = PlainPattern::parse(source)) {
        std::unique_ptr<Pattern> pattern(new Pattern);
        pattern->m_source = source;
        pattern->m_plain = std::move(*plain);
        return pattern;
    }
    const EcmaRegex translated = translateEcmaRegex(source);
    auto pattern = compileNative(translated.pcre);
    if (!pattern)
        return translated.fault.empty() ? std::move(pattern) : tl::unexpected<std::string>(translated.fault);
    const_cast<Pattern &>(**pattern).m_source = source;
    return pattern;
}

tl::expected<std::unique_ptr<const Pattern>, std::string> Pattern::compileNative(std::string_view source)
{
    // UTF without UCP: \w is ASCII in ECMA-262. No ALT_BSUX: the translator has spelled out \u and \x, and needs \x{...}.
    constexpr std::uint32_t options = PCRE2_UTF | PCRE2_MATCH_UNSET_BACKREF | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_DOLLAR_ENDONLY;
    int error = 0;
    PCRE2_SIZE offset = 0;
    std::unique_ptr<Pattern> pattern(new Pattern);
    pattern->m_source = source;
    pattern->m_code->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(source.data()), source.size(), options, &error, &offset, nullptr);
    if (!pattern->m_code->code)
        return tl::unexpected<std::string>(words(error));
    pattern->m_code->jit = pcre2_jit_compile(pattern->m_code->code, PCRE2_JIT_COMPLETE) == 0;
    return pattern;
}

Pattern::Outcome Pattern::matchNative(std::string_view text) const
{
    const Scratch &own = scratch();
    const auto *subject = reinterpret_cast<PCRE2_SPTR>(text.data() ? text.data() : "");
    const int result = m_code->jit
        ? pcre2_jit_match(m_code->code, subject, text.size(), 0, 0, own.data(), own.context())
        : pcre2_match(m_code->code, subject, text.size(), 0, PCRE2_NO_UTF_CHECK, own.data(), own.context());
    if (result >= 0)
        return Outcome::Yes;
    return result == PCRE2_ERROR_NOMATCH ? Outcome::No : Outcome::TooCostly;
}

} // namespace assayer::schema
