// URI templates, RFC 6570 level 4: which variables a template needs, and what it expands to. Pure.
#pragma once

#include "base/error.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assayer {

class UriTemplate {
public:
    struct Problem {
        std::size_t offset; ///< byte of the template
        std::string message;
    };
    struct Variable {
        std::string name;
        int prefix = 0; ///< "{var:3}": characters taken; 0 takes all
        bool explode = false; ///< "{var*}"
    };
    struct Expression {
        char op = 0; ///< one of + # . / ; ? & or 0 for simple expansion
        std::vector<Variable> variables;
        std::size_t begin = 0; ///< where "{...}" stands in the template
        std::size_t end = 0;
    };
    /// A variable once, in the order of first use.
    struct Need {
        std::string name;
        std::vector<std::size_t> expressions; ///< indexes into expressions()
        bool takesList = false; ///< exploded somewhere: a list or map makes sense
        bool textOnly = false; ///< a prefix is taken somewhere: a list or map cannot be expanded
    };

    using List = std::vector<std::string>;
    using Pairs = std::vector<std::pair<std::string, std::string>>;
    /// Texts are UTF-8. monostate, an empty list and empty pairs are undefined (RFC 6570 section 2.3).
    using Value = std::variant<std::monostate, std::string, List, Pairs>;
    using Values = std::map<std::string, Value, std::less<>>;

    struct Expansion {
        std::string text; ///< the URI; expressions that failed are left out, as RFC 6570 section 3 allows
        std::string partial; ///< the template with only those expressions replaced that have all their values
        std::vector<std::string> undefined; ///< variables without a value, in order
        std::vector<std::string> problems; ///< reasons why this may not be the URI the template means; empty when all went well
        bool impossible = false; ///< one of them is an error of RFC 6570 itself; else they are about missing values only
    };

    /// Fails with kind "invalid-template"; data.position is the offset.
    static Result<UriTemplate> parse(std::string_view text);
    /// The first thing wrong with a template, or nothing. Allocates only to report.
    static std::optional<Problem> problem(std::string_view text);

    const std::string &text() const { return m_text; }
    const std::vector<Expression> &expressions() const { return m_expressions; }
    std::vector<Need> needs() const;
    Expansion expand(const Values &values) const;

private:
    std::string m_text;
    std::vector<Expression> m_expressions;
};

} // namespace assayer
