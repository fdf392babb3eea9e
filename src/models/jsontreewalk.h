// Walking a JSON value in document order by row numbers, without making anything of a model.
#pragma once

#include "json/document.h"

#include <QString>

#include <cstddef>
#include <string_view>
#include <vector>

namespace assayer::walk {

/// Elements or members; 0 for strings and other leaves.
std::size_t children(const json::Value &value);
/// Null beyond the end.
const json::Value *child(const json::Value &value, std::size_t row);
/// Row of a member (of duplicates the last) or element of that name; -1 for none.
int rowOf(const json::Value &value, std::string_view name);
/// Row of the child whose text (with its name) covers the byte; -1 for none.
int rowAt(const json::Document &document, const json::Value &value, quint64 offset);

/// A place in the tree: the rows from the root down to it.
class Cursor {
public:
    Cursor(const json::Node &root, const std::vector<std::size_t> &rows);

    void next(); ///< in document order; behind the last comes the root
    void previous();
    /// Whether name or text of the value here holds that text (case-insensitive).
    bool holds(const QString &text) const;
    const std::vector<std::size_t> &rows() const { return m_rows; }
    bool operator==(const Cursor &other) const { return m_rows == other.m_rows; }

private:
    const json::Value &value() const { return *m_path.back(); }
    void push(std::size_t row);
    void pop();
    void toLast();

    json::Node m_root;
    std::vector<const json::Value *> m_path; ///< from the root on; one longer than m_rows
    std::vector<std::size_t> m_rows;
};

} // namespace assayer::walk
