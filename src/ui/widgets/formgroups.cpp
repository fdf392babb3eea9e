#include "ui/widgets/formgroups.h"

#include "json/write.h"
#include "platform/visibletext.h"

#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {

namespace {

std::string utf8(const QString &text)
{
    return toWire(text).toStdString();
}

std::string_view view(const QByteArray &bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

QLabel *makeLabel(const FieldSpec &spec, FormField *field, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(visible(spec.label(), Lines::One, 60) + (spec.required ? QStringLiteral(" *") : QString()));
    label->setBuddy(field->editor());
    label->setToolTip(toolTipText(spec.description.isEmpty() ? spec.name : spec.description, {}));
    QFont font = label->font();
    font.setBold(spec.required);
    label->setFont(font);
    return label;
}

} // namespace

ObjectField::ObjectField(const json::Node &document, const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_frame(new QFrame(this))
{
    if (spec.depth > 0)
        m_frame->setFrameShape(QFrame::StyledPanel);
    build(document, readProperties(document, spec));
}

ObjectField::ObjectField(const std::vector<FieldSpec> &fields, QWidget *parent)
    : FormField(FieldSpec { FieldSpec::Object, {}, {}, {}, {}, false, false, false, false, {}, {}, 0 }, parent)
    , m_frame(new QFrame(this))
{
    build({}, fields);
}

void ObjectField::build(const json::Node &document, const std::vector<FieldSpec> &fields)
{
    auto *form = new QFormLayout(m_frame);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const FieldSpec &spec : fields) {
        FormField *field = FormField::create(document, spec, m_frame);
        form->addRow(makeLabel(spec, field, m_frame), field);
        connect(field, &FormField::edited, this, &ObjectField::touched);
        connect(field, &FormField::suggestionsRequested, this, &FormField::suggestionsRequested);
        m_fields.push_back(field);
    }
    place(m_frame, true);
    setFocusProxy(m_fields.empty() ? nullptr : m_fields.front());
    findChild<QToolButton *>(QStringLiteral("argument") + spec().pointer + QStringLiteral("/unset"), Qt::FindDirectChildrenOnly)->setVisible(spec().depth > 0);
}

QWidget *ObjectField::editor() const
{
    return m_frame;
}

FormField *ObjectField::fieldOf(const QString &name) const
{
    const auto found = std::find_if(m_fields.begin(), m_fields.end(), [&](const FormField *field) { return field->spec().name == name; });
    return found == m_fields.end() ? nullptr : *found;
}

QByteArray ObjectField::editorJson() const
{
    json::Writer writer;
    writer.beginObject();
    std::vector<const FormField *> written;
    for (const json::Member &member : m_original ? m_original.value->members() : std::span<const json::Member>()) {
        const bool inForce = m_original.value->find(member.name()) == &member.value();
        const FormField *field = inForce ? fieldOf(fromWire(member.name())) : nullptr;
        if (field)
            written.push_back(field);
        if (field && field->isAbsent())
            continue;
        writer.key(member.name());
        writer.raw(field ? view(field->json()) : m_original.document->raw(member.value()));
    }
    for (const FormField *field : m_fields) {
        if (!field->isAbsent() && std::find(written.begin(), written.end(), field) == written.end())
            writer.key(utf8(field->spec().name)).raw(view(field->json()));
    }
    writer.endObject();
    return QByteArray::fromStdString(writer.take());
}

void ObjectField::showValue(const json::Node &value)
{
    m_original = value.value->isObject() ? value : json::Node();
    for (FormField *field : m_fields)
        field->setValue({ value.document, value.value->find(utf8(field->spec().name)) });
}

void ObjectField::showState(State state)
{
    m_original = {};
    if (state == Value)
        return;
    for (FormField *field : m_fields)
        field->setValue({});
}

/// Of an absent object that is not required, what is inside does not matter.
void ObjectField::collect(std::vector<FormProblem> &problems) const
{
    const bool matters = spec().depth == 0 || !isAbsent();
    if (!matters || state() == Null)
        return FormField::collect(problems);
    for (const FormField *field : m_fields)
        field->collect(problems);
}

FormField *ObjectField::find(const QString &pointer)
{
    for (FormField *field : m_fields) {
        if (FormField *found = field->find(pointer))
            return found;
    }
    return FormField::find(pointer);
}

ArrayField::ArrayField(const json::Node &document, const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_document(document)
    , m_frame(new QFrame(this))
    , m_layout(new QVBoxLayout(m_frame))
    , m_add(new QPushButton(tr("+ add row"), m_frame))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    m_layout->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setObjectName(QStringLiteral("argument") + spec.pointer + QStringLiteral("/add"));
    m_add->setAccessibleName(tr("Add a row to %1").arg(spokenText(spec.label())));
    place(m_frame, true);
    setFocusProxy(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] {
        FormField *field = addRow();
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
    FieldSpec spec = readItems(m_document, this->spec(), static_cast<int>(m_rows.size()));
    spec.required = true; // an element cannot be absent
    FormField *field = FormField::create(m_document, spec, widget);
    auto *remove = new QToolButton(widget);
    remove->setText(QStringLiteral("-"));
    remove->setObjectName(QStringLiteral("argument") + spec.pointer + QStringLiteral("/remove"));
    remove->setAccessibleName(tr("Remove this row"));
    remove->setToolTip(tr("Remove this row"));
    auto *row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(field, 1);
    row->addWidget(remove, 0, Qt::AlignTop);
    m_layout->insertWidget(static_cast<int>(m_rows.size()), widget);
    m_rows.push_back({ widget, field });
    connect(field, &FormField::edited, this, &ArrayField::touched);
    connect(field, &FormField::suggestionsRequested, this, &FormField::suggestionsRequested);
    connect(remove, &QToolButton::clicked, this, [this, widget] {
        removeRow(widget);
        touched();
    });
    widget->show();
    return field;
}

/// The rows behind it get new numbers, so they are made anew.
void ArrayField::removeRow(QWidget *row)
{
    std::vector<QByteArray> kept;
    for (const Row &own : m_rows) {
        if (own.widget != row)
            kept.push_back(own.field->json());
    }
    clearRows();
    for (const QByteArray &json : kept) {
        FormField *field = addRow();
        if (const auto parsed = json::Document::parse(json.toStdString()))
            field->setValue({ *parsed, &(*parsed)->root() });
    }
}

void ArrayField::dropRow(QWidget *row)
{
    std::erase_if(m_rows, [&](const Row &own) { return own.widget == row; });
    m_layout->removeWidget(row);
    row->hide();
    row->setParent(nullptr);
    row->deleteLater();
}

void ArrayField::clearRows()
{
    while (!m_rows.empty())
        dropRow(m_rows.back().widget);
}

/// A row that holds nothing yet is an empty text or null, whichever its field can be.
QByteArray ArrayField::editorJson() const
{
    json::Writer writer;
    writer.beginArray();
    for (const Row &row : m_rows) {
        const QByteArray json = row.field->json();
        writer.raw(!json.isEmpty() ? view(json) : row.field->spec().kind == FieldSpec::Text ? std::string_view("\"\"") : std::string_view("null"));
    }
    writer.endArray();
    return QByteArray::fromStdString(writer.take());
}

void ArrayField::showValue(const json::Node &value)
{
    clearRows();
    for (const json::Value &item : value.value->items())
        addRow()->setValue({ value.document, &item });
}

void ArrayField::showState(State)
{
    clearRows();
}

void ArrayField::collect(std::vector<FormProblem> &problems) const
{
    FormField::collect(problems);
    for (const Row &row : m_rows) {
        if (!row.field->isAbsent())
            row.field->collect(problems);
    }
}

FormField *ArrayField::find(const QString &pointer)
{
    for (const Row &row : m_rows) {
        if (FormField *found = row.field->find(pointer))
            return found;
    }
    return FormField::find(pointer);
}

} // namespace assayer
