#include "trace/filterregex.h"

#include <pcre2.h>

namespace assayer {
namespace {

constexpr std::uint32_t matchLimit = 1'000'000;
constexpr std::uint32_t heapLimitKiB = 16 * 1024;

pcre2_code *codeOf(void *code)
{
    return static_cast<pcre2_code *>(code);
}

/// What a match needs beside the pattern; one for each thread.
struct Scratch {
    pcre2_match_data *data = pcre2_match_data_create(1, nullptr);
    pcre2_match_context *context = pcre2_match_context_create(nullptr);

    Scratch()
    {
        pcre2_set_match_limit(context, matchLimit);
        pcre2_set_heap_limit(context, heapLimitKiB);
    }
    ~Scratch()
    {
        pcre2_match_data_free(data);
        pcre2_match_context_free(context);
    }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;
};

} // namespace

std::shared_ptr<const FilterRegex> FilterRegex::compile(std::string_view pattern, bool ignoreCase, Fault &fault)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    const std::uint32_t options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | (ignoreCase ? PCRE2_CASELESS : 0u);
    pcre2_code *code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), options, &error, &offset, nullptr);
    if (!code) {
        PCRE2_UCHAR message[256];
        pcre2_get_error_message(error, message, sizeof message);
        fault = { offset, reinterpret_cast<const char *>(message) };
        return nullptr;
    }
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    return std::shared_ptr<const FilterRegex>(new FilterRegex(code));
}

FilterRegex::~FilterRegex()
{
    pcre2_code_free(codeOf(m_code));
}

bool FilterRegex::isFoundIn(std::string_view text) const
{
    thread_local Scratch scratch;
    const auto subject = reinterpret_cast<PCRE2_SPTR>(text.data() ? text.data() : "");
    return pcre2_match(codeOf(m_code), subject, text.size(), 0, PCRE2_NO_UTF_CHECK, scratch.data, scratch.context) >= 0;
}

} // namespace assayer
