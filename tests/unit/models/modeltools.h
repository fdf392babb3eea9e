// Making values and printing models for the tests of models.
#pragma once

#include "json/document.h"
#include "platform/visibletext.h"
#include "protocol/listsnapshot.h"

#include <QAbstractItemModel>
#include <QAbstractItemModelTester>
#include <QStringList>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assayer::test {

inline json::Node node(const std::string &text)
{
    auto parsed = json::Document::parse(text);
    if (!parsed)
        qFatal("test data is no JSON: %s", text.c_str());
    return { *parsed, &(*parsed)->root() };
}

inline ListEntry entry(const std::string &text, std::size_t index = 0, std::uint64_t frame = 1)
{
    return { node(text), index, frame, {} };
}

/// A snapshot of entries given as JSON texts.
inline std::shared_ptr<ListSnapshot> snapshot(ListKind kind, const std::vector<std::string> &entries)
{
    auto made = std::make_shared<ListSnapshot>();
    made->kind = kind;
    made->everListed = true;
    for (std::size_t i = 0; i < entries.size(); ++i)
        made->items.push_back(entry(entries[i], i));
    return made;
}

/// Tools of these names, in that order.
inline std::shared_ptr<ListSnapshot> tools(const QStringList &names)
{
    std::vector<std::string> entries;
    for (const QString &name : names)
        entries.push_back("{\"name\":\"" + name.toStdString() + "\",\"inputSchema\":{\"type\":\"object\"}}");
    return snapshot(ListKind::Tools, entries);
}

inline Fault fault(const std::string &member, const std::string &expected, const std::string &received)
{
    Fault made;
    made.rule = "tool." + member;
    made.path = { json::Step(member) };
    made.expected = expected;
    made.received = received;
    made.message = "Invalid input: expected " + expected + ", received " + received;
    return made;
}

/// One column, row by row; children indented below their parent.
inline QStringList print(const QAbstractItemModel &model, int column, const QModelIndex &parent = {}, int depth = 0)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, column, parent);
        out += QString(depth, u' ') + index.data().toString();
        out += print(model, column, model.index(row, 0, parent), depth + 1);
    }
    return out;
}

/// The contract of item models, checked on every signal from now on.
class Contract {
public:
    explicit Contract(QAbstractItemModel &model)
        : m_tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
    }

private:
    QAbstractItemModelTester m_tester;
};

} // namespace assayer::test
