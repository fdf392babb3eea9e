#include "ui/widgets/formrows.h"

#include "json/write.h"
#include "platform/visibletext.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {

namespace {

constexpr std::size_t mostRows = 60; ///< drawn; more of them are for the JSON view

std::string_view view(const QByteArray &bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

} // namespace

ArrayField::ArrayField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_frame(new QFrame(this))
    , m_layout(new QVBoxLayout(m_frame))
    , m_add(new QPushButton(tr("+ add row"), m_frame))
    , m_rest(new QLabel(m_frame))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    m_rest->setTextFormat(Qt::PlainText);
    m_rest->hide();
    m_layout->addWidget(m_rest);
    m_layout->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setObjectName(partName("/add"));
    m_add->setAccessibleName(tr("Add a row to %1").arg(spokenText(spec.label())));
    watch(m_add);
    place(m_frame);
    setFocusProxy(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] {
        FormField *field = addRow();
        field->start();
        touched();
        field->setFocus();
    });
}

QWidget *ArrayField::editor() const
{
    return m_frame;
}

FormField *ArrayField::addRow()
{
    auto *widget = new QWidget(m_frame);
    const FieldSpec spec = readItem(this->spec(), static_cast<int>(m_rows.size()));
    FormField *field = FormField::create(spec, widget);
    const QString name = QStringLiteral("argument") + spec.pointer;
    const auto button = [&](const QString &text, const char *part, const QString &words) {
        auto *made = new QToolButton(widget);
        made->setText(text);
        made->setAutoRaise(true);
        made->setObjectName(name + QLatin1String(part));
        made->setToolTip(words);
        made->setAccessibleName(words);
        return made;
    };
    auto *up = button(QStringLiteral("\u2191"), "/up", tr("Move row %1 up").arg(m_rows.size() + 1));
    auto *remove = button(QStringLiteral("-"), "/remove", tr("Remove row %1").arg(m_rows.size() + 1));
    up->setEnabled(!m_rows.empty());
    auto *row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(field, 1);
    row->addWidget(up, 0, Qt::AlignTop);
    row->addWidget(remove, 0, Qt::AlignTop);
    m_layout->insertWidget(static_cast<int>(m_rows.size()), widget);
    m_rows.push_back({ widget, field });
    connect(field, &FormField::edited, this, &ArrayField::touched);
    connect(field, &FormField::suggestionsRequested, this, &FormField::suggestionsRequested);
    connect(up, &QToolButton::clicked, this, [this, widget] { moveRow(widget); });
    connect(remove, &QToolButton::clicked, this, [this, widget] { removeRow(widget); });
    widget->show();
    return field;
}

std::size_t ArrayField::indexOf(const QWidget *widget) const
{
    return static_cast<std::size_t>(std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.widget == widget; }) - m_rows.begin());
}

std::vector<QByteArray> ArrayField::texts() const
{
    std::vector<QByteArray> out;
    for (const Row &row : m_rows)
        out.push_back(row.field->json());
    return out;
}

/// Rows have their numbers in their names, so they are made anew.
void ArrayField::rebuild(const std::vector<QByteArray> &texts)
{
    while (!m_rows.empty()) {
        QWidget *widget = m_rows.back().widget;
        m_rows.pop_back();
        m_layout->removeWidget(widget);
        widget->hide();
        widget->setParent(nullptr); // its names are free for the new rows at once
        widget->deleteLater();
    }
    for (const QByteArray &json : texts) {
        FormField *field = addRow();
        if (const auto parsed = json::Document::parse(json.toStdString()))
            field->setValue({ *parsed, &(*parsed)->root() });
    }
}

void ArrayField::removeRow(QWidget *widget)
{
    std::vector<QByteArray> kept = texts();
    const std::size_t at = indexOf(widget);
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(at));
    rebuild(kept);
    touched();
    if (m_rows.empty())
        m_add->setFocus();
    else
        m_rows[std::min(at, m_rows.size() - 1)].field->setFocus();
}

void ArrayField::moveRow(QWidget *widget)
{
    std::vector<QByteArray> moved = texts();
    const std::size_t at = indexOf(widget);
    if (at == 0 || at >= moved.size())
        return;
    std::swap(moved[at], moved[at - 1]);
    rebuild(moved);
    touched();
    m_rows[at - 1].field->setFocus();
}

void ArrayField::clearRows()
{
    rebuild({});
    m_original = {};
    m_taken = 0;
    showRest();
}

void ArrayField::showRest()
{
    const std::size_t all = m_original ? m_original.value->size() : 0;
    m_rest->setVisible(all > m_taken);
    m_add->setEnabled(all <= m_taken);
    m_rest->setText(tr("%1 more elements: see JSON").arg(all - std::min(all, m_taken)));
}

QByteArray ArrayField::editorJson() const
{
    json::Writer writer;
    writer.beginArray();
    for (const Row &row : m_rows)
        writer.raw(view(row.field->jsonInPlace()));
    const auto items = m_original ? m_original.value->items() : std::span<const json::Value>();
    for (std::size_t i = m_taken; i < items.size(); ++i)
        writer.raw(m_original.document->raw(items[i]));
    writer.endArray();
    return QByteArray::fromStdString(writer.take());
}

void ArrayField::showValue(const json::Node &value)
{
    clearRows();
    if (!value.value->isArray())
        return;
    m_original = value;
    for (const json::Value &item : value.value->items()) {
        if (m_taken == mostRows)
            break;
        addRow()->setValue({ value.document, &item });
        ++m_taken;
    }
    showRest();
}

void ArrayField::showState(State state)
{
    if (state != Value)
        clearRows();
}

FormField *ArrayField::nearest(const QStringList &path, qsizetype at)
{
    if (at >= path.size())
        return this;
    bool isNumber = false;
    const auto index = static_cast<std::size_t>(path[at].toUInt(&isNumber));
    return isNumber && index < m_rows.size() ? m_rows[index].field->nearest(path, at + 1) : this;
}

void ArrayField::collectUnreadable(std::vector<std::pair<FormField *, QString>> &out)
{
    for (const Row &row : m_rows)
        row.field->collectUnreadable(out);
}

} // namespace assayer
