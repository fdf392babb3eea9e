#include "ui/widgets/sidebyside.h"

#include "json/pointer.h"
#include "json/write.h"
#include "models/listdiffmodel.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/listdiffpresentation.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QLabel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace assayer {
namespace {

constexpr std::size_t longestValue = 400; ///< bytes of a value in the list
constexpr std::size_t mostMarks = 2'000;

QByteArray indented(const json::Node &node)
{
    return node ? QByteArray::fromStdString(json::pretty(node.raw())) : QByteArray();
}

/// The indented text read again, to find places in it.
json::DocumentPtr readAgain(const QByteArray &text)
{
    const Result<json::DocumentPtr> document = text.isEmpty() ? fail("", "") : parseJson(text);
    return document ? *document : nullptr;
}

/// The value, or where it would stand: at the end of the innermost place that is there.
std::pair<quint32, quint32> rangeOf(const json::DocumentPtr &document, std::string pointer)
{
    if (!document)
        return { 0, 0 };
    if (const json::Value *value = json::resolve(document->root(), pointer))
        return { value->begin(), value->end() };
    while (pointer.starts_with('/')) {
        pointer.resize(pointer.rfind('/'));
        if (const json::Value *value = json::resolve(document->root(), pointer))
            return { value->end() - 1, value->end() - 1 };
    }
    return { 0, 0 };
}

QString shortText(const json::Node &node)
{
    return fromWire(node.raw().substr(0, longestValue));
}

const char *kindWord(JsonDifference::Kind kind, bool beforeSide)
{
    switch (kind) {
    case JsonDifference::Added:
        return beforeSide ? "nothing here" : "added";
    case JsonDifference::Removed:
        return beforeSide ? "removed" : "nothing here";
    case JsonDifference::Changed:
        break;
    }
    return "changed";
}

} // namespace

SideBySide::SideBySide(const QString &objectName, QWidget *parent)
    : QWidget(parent)
    , m_beforeName(new QLabel)
    , m_afterName(new QLabel)
    , m_before(new ExactTextView)
    , m_after(new ExactTextView)
    , m_places(new ListDiffModel(this))
    , m_view(new QTreeView)
{
    setObjectName(objectName);
    m_before->setObjectName(objectName + QStringLiteral("Before"));
    m_after->setObjectName(objectName + QStringLiteral("After"));
    m_view->setObjectName(objectName + QStringLiteral("Places"));
    m_view->setAccessibleName(QStringLiteral("Places that differ"));
    m_places->setRuns({ QStringLiteral("before"), QStringLiteral("after") });
    auto *dressed = new ListDiffPresentation(this);
    dressed->setSourceModel(m_places);
    m_view->setModel(dressed);
    dressList(m_view);
    formlook::columns(m_view, { "/result/structuredContent/items/0", "a value of some length", "a value" }, { 0, 1, 2 });
    m_noPlaces = new Placeholder(m_view);
    m_noPlaces->setObjectName(objectName + QStringLiteral("PlacesPlaceholder"));
    auto *texts = new QSplitter(Qt::Horizontal);
    for (const auto &[name, text] : { std::pair { m_beforeName, m_before }, std::pair { m_afterName, m_after } }) {
        auto *side = new QWidget;
        auto *column = new QVBoxLayout(side);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(2);
        name->setTextFormat(Qt::PlainText);
        column->addWidget(name);
        column->addWidget(text, 1);
        texts->addWidget(side);
    }
    auto *whole = new QSplitter(Qt::Vertical);
    whole->setObjectName(objectName + QStringLiteral("Splitter"));
    whole->addWidget(texts);
    whole->addWidget(m_view);
    whole->setChildrenCollapsible(false);
    formlook::proportions(whole, 2, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(whole);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) { goToPlace(index.row()); });
    setNames(QStringLiteral("Before"), QStringLiteral("After"));
}

void SideBySide::setNames(const QString &before, const QString &after)
{
    m_beforeName->setText(before);
    m_afterName->setText(after);
    m_before->setAccessibleName(before);
    m_after->setAccessibleName(after);
}

void SideBySide::clear(const QString &words)
{
    m_ranges.clear();
    m_places->clear();
    m_noPlaces->setWords(QStringLiteral("Places that differ are listed here."));
    for (ExactTextView *text : { m_before, m_after }) {
        text->clear();
        text->setPlaceholderText(words);
    }
}

void SideBySide::show(const json::Node &before, const json::Node &after, const std::vector<JsonDifference> &differences)
{
    const QByteArray texts[] = { indented(before), indented(after) };
    const json::DocumentPtr documents[] = { readAgain(texts[0]), readAgain(texts[1]) };
    std::vector<TextMark> marks[2];
    std::vector<DiffRow> rows;
    m_ranges.clear();
    for (const JsonDifference &difference : differences) {
        const std::string pointer = difference.pointer.toStdString();
        const std::pair ranges { rangeOf(documents[0], pointer), rangeOf(documents[1], pointer) };
        m_ranges.push_back(ranges);
        if (marks[0].size() < mostMarks) {
            marks[0].push_back({ ranges.first.first, ranges.first.second, Severity::Warning, QLatin1String(kindWord(difference.kind, true)) });
            marks[1].push_back({ ranges.second.first, ranges.second.second, Severity::Warning, QLatin1String(kindWord(difference.kind, false)) });
        }
        DiffRow row;
        row.where = difference.pointer.isEmpty() ? QStringLiteral("/") : fromWire({ difference.pointer.constData(), static_cast<std::size_t>(difference.pointer.size()) });
        row.values = { shortText(difference.before), shortText(difference.after) };
        row.present = { bool(difference.before), bool(difference.after) };
        rows.push_back(row);
    }
    m_before->setText(texts[0]);
    m_after->setText(texts[1]);
    m_before->setPlaceholderText(QStringLiteral("There is no answer on this side."));
    m_after->setPlaceholderText(QStringLiteral("There is no answer on this side."));
    m_before->setMarks(std::move(marks[0]));
    m_after->setMarks(std::move(marks[1]));
    m_noPlaces->setWords(before && after ? QStringLiteral("The same on both sides.") : QStringLiteral("One side has no answer."));
    m_places->setRows(std::move(rows));
    if (!m_ranges.empty())
        m_view->setCurrentIndex(m_view->model()->index(0, 0));
}

void SideBySide::goToPlace(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_ranges.size())
        return;
    const auto &[before, after] = m_ranges[static_cast<std::size_t>(row)];
    m_before->showRange(before.first, before.second);
    m_after->showRange(after.first, after.second);
}

bool SideBySide::step(bool backward)
{
    const int rows = m_places->rowCount();
    if (rows == 0)
        return false;
    const int now = m_view->currentIndex().row();
    m_view->setCurrentIndex(m_view->model()->index((now + (backward ? rows - 1 : 1)) % rows, 0));
    return true;
}

} // namespace assayer
