// Reads an HTTP head as it stands in a trace: lenient, keeps the places of everything it finds.
#pragma once

#include <string_view>
#include <vector>

namespace assayer {

/// Views into the head's bytes, which must outlive it.
struct TracedHead {
    struct Field {
        std::string_view name; ///< in its own spelling
        std::string_view value; ///< without surrounding white space
    };
    std::string_view firstLine;
    std::string_view version; ///< "HTTP/1.1"
    std::string_view method; ///< requests
    std::string_view target; ///< requests
    int status = 0; ///< answers; 0 for requests
    std::string_view reason; ///< answers
    std::vector<Field> fields; ///< in wire order

    static TracedHead read(std::string_view bytes);
    /// First value of that name, ASCII case ignored; empty where there is none.
    std::string_view value(std::string_view name) const;
    bool isAnswer() const { return status != 0; }
    /// Media type of Content-Type without parameters, as it stands.
    std::string_view mediaType() const;
};

/// ASCII case ignored.
bool sameName(std::string_view a, std::string_view b);
std::string_view trimmed(std::string_view text);

} // namespace assayer
