#include "models/jsontreewalk.h"

#include "platform/visibletext.h"

#include <algorithm>
#include <charconv>

namespace assayer::walk {

std::size_t children(const json::Value &value)
{
    return value.isArray() || value.isObject() ? value.size() : 0;
}

const json::Value *child(const json::Value &value, std::size_t row)
{
    if (row >= children(value))
        return nullptr;
    return value.isArray() ? &value.items()[row] : &value.members()[row].value();
}

int rowOf(const json::Value &value, std::string_view name)
{
    if (value.isArray()) {
        std::size_t row = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), row);
        const bool whole = error == std::errc() && end == name.data() + name.size();
        return whole && row < value.size() ? static_cast<int>(row) : -1;
    }
    const auto members = value.members();
    for (std::size_t i = members.size(); i > 0; --i) {
        if (members[i - 1].name() == name)
            return static_cast<int>(i - 1);
    }
    return -1;
}

int rowAt(const json::Document &document, const json::Value &value, quint64 offset)
{
    const auto begin = [&](std::size_t row) { return value.isArray() ? value.items()[row].begin() : document.nameBegin(value.members()[row]); };
    std::size_t low = 0;
    std::size_t high = children(value);
    while (low < high) { // the first child that begins behind the offset
        const std::size_t middle = low + (high - low) / 2;
        if (begin(middle) <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || child(value, low - 1)->end() <= offset)
        return -1;
    return static_cast<int>(low - 1);
}

Cursor::Cursor(const json::Node &root, const std::vector<std::size_t> &rows)
    : m_root(root)
    , m_path { root.value }
{
    for (const std::size_t row : rows) {
        if (!child(value(), row))
            break;
        push(row);
    }
}

void Cursor::push(std::size_t row)
{
    m_path.push_back(child(value(), row));
    m_rows.push_back(row);
}

void Cursor::pop()
{
    m_path.pop_back();
    m_rows.pop_back();
}

void Cursor::next()
{
    if (children(value()) > 0)
        return push(0);
    while (!m_rows.empty()) {
        const std::size_t row = m_rows.back() + 1;
        pop();
        if (row < children(value()))
            return push(row);
    }
}

void Cursor::toLast()
{
    while (children(value()) > 0)
        push(children(value()) - 1);
}

void Cursor::previous()
{
    if (m_rows.empty())
        return toLast();
    const std::size_t row = m_rows.back();
    pop();
    if (row == 0)
        return;
    push(row - 1);
    toLast();
}

bool Cursor::holds(const QString &text) const
{
    if (!m_rows.empty()) {
        const json::Value &parent = *m_path[m_path.size() - 2];
        if (parent.isObject() && fromWire(parent.members()[m_rows.back()].name()).contains(text, Qt::CaseInsensitive))
            return true;
    }
    if (children(value()) > 0 || value().isArray() || value().isObject())
        return false;
    const std::string_view own = value().isString() ? value().string() : m_root.document->raw(value());
    return fromWire(own).contains(text, Qt::CaseInsensitive);
}

} // namespace assayer::walk
