// Reads a filter expression; says where it stops fitting.
#pragma once

#include "base/error.h"
#include "trace/filternode.h"

#include <memory>
#include <string>
#include <string_view>

namespace assayer {

struct ParsedFilter {
    std::shared_ptr<const FilterNode> root;
    std::size_t tests = 0; ///< how many there are; each has a number below
};

class FilterParser {
public:
    explicit FilterParser(std::string_view text)
        : m_text(text)
    {
    }
    /// Fails with kind "usage" and data.position.
    Result<ParsedFilter> parse();

private:
    // Each returns false after fault() was called.
    bool expression(FilterNode &node);
    bool conjunction(FilterNode &node);
    bool negation(FilterNode &node);
    bool chain(FilterNode &node, FilterNode::Kind kind, std::string_view word, std::string_view sign, bool (FilterParser::*part)(FilterNode &));
    bool test(FilterNode &node);
    bool field(FilterNode &node);
    bool pointer(FilterNode &node);
    bool comparison(FilterNode &node);
    bool oneValue(FilterNode &node);
    bool set(FilterNode &node);
    bool item(FilterItem &item);
    bool value(FilterValue &value, bool pattern, bool inSet);
    bool regex(FilterValue &value);
    bool compile(FilterValue &value, std::string_view pattern, std::size_t begin, bool ignoreCase);
    bool string(std::string &text);
    bool escape(std::string &text);
    bool unicode(std::string &text);
    std::optional<unsigned> hex4();
    bool number(FilterValue &value, bool inSet);
    bool word(FilterValue &value, bool inSet);
    std::optional<FilterOp> readOperator();

    void skipBlanks();
    bool takesWord(std::string_view word);
    bool takesSign(std::string_view sign);
    std::string_view nameHere() const;
    bool fault(std::string message) { return faultAt(m_at, std::move(message)); }
    bool faultAt(std::size_t offset, std::string message);

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::size_t m_tests = 0;
    Error m_error;
};

} // namespace assayer
