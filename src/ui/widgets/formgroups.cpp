#include "ui/widgets/formgroups.h"

#include "json/write.h"
#include "platform/visibletext.h"

#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {

namespace {

constexpr std::size_t slice = 40; ///< fields made at once: a frame's worth
constexpr int deepFrom = 3; ///< groups this deep are opened by the user

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
    const QString old = spec.deprecated ? QStringLiteral(" (deprecated)") : QString();
    label->setText(visible(spec.label(), Lines::One, 60) + (spec.required ? QStringLiteral(" *") : QString()) + old);
    label->setBuddy(field->editor());
    label->setToolTip(toolTipText(spec.description.isEmpty() ? spec.name : spec.description, {}));
    QFont font = label->font();
    font.setBold(spec.required);
    label->setFont(font);
    return label;
}

} // namespace

ObjectField::ObjectField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_specs(readProperties(spec))
    , m_frame(new QFrame(this))
{
    build();
}

ObjectField::ObjectField(const std::vector<FieldSpec> &fields, QWidget *parent)
    : FormField(
        [] {
            FieldSpec spec;
            spec.kind = FieldSpec::Object;
            return spec;
        }(),
        parent)
    , m_specs(fields)
    , m_frame(new QFrame(this))
{
    build();
}

void ObjectField::build()
{
    m_column = new QVBoxLayout(m_frame);
    m_column->setSpacing(4);
    if (spec().depth > 0) {
        m_frame->setFrameShape(QFrame::StyledPanel);
        m_column->setContentsMargins(6, 4, 6, 4);
    } else {
        m_column->setContentsMargins(0, 0, 0, 0);
    }
    const bool closed = spec().depth > 0 && !spec().fixedPlace && (spec().recursive || (spec().depth >= deepFrom && !spec().required));
    if (closed) {
        m_opener = new QPushButton(tr("+ fill in %1").arg(visible(spec().label(), Lines::One, 40)), m_frame);
        m_opener->setObjectName(partName("/open"));
        m_opener->setAccessibleName(tr("Fill in %1").arg(spokenText(spec().label())));
        watch(m_opener);
        m_column->addWidget(m_opener, 0, Qt::AlignLeft);
        connect(m_opener, &QPushButton::clicked, this, [this] {
            open();
            start();
            touched();
            if (!m_fields.empty())
                m_fields.front()->setFocus();
        });
    } else {
        open();
    }
    place(m_frame);
    setFocusProxy(m_opener ? static_cast<QWidget *>(m_opener) : !m_fields.empty() ? m_fields.front() : static_cast<QWidget *>(m_add));
}

/// Makes the fields; nothing where they are there.
void ObjectField::open()
{
    if (m_form)
        return;
    if (m_opener)
        m_opener->hide();
    m_form = new QFormLayout;
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setVerticalSpacing(4);
    m_column->addLayout(m_form);
    addFields(slice);
    m_rows = new QVBoxLayout;
    m_rows->setSpacing(2);
    m_column->addLayout(m_rows);
    if (spec().wantsOtherMembers()) {
        m_add = new QPushButton(tr("+ add member"), m_frame);
        m_add->setObjectName(partName("/add"));
        m_add->setAccessibleName(tr("Add a member to %1").arg(spokenText(spec().label())));
        watch(m_add);
        m_column->addWidget(m_add, 0, Qt::AlignLeft);
        connect(m_add, &QPushButton::clicked, this, [this] {
            Other &row = addOther(nullptr);
            row.value->start();
            row.name->setFocus();
            touched();
        });
    }
}

void ObjectField::addFields(std::size_t upTo)
{
    while (m_fields.size() < std::min(upTo, m_specs.size()))
        addField(m_specs[m_fields.size()]);
    if (m_fields.size() == m_specs.size()) {
        if (m_more)
            m_more->hide();
        return;
    }
    if (!m_more) {
        m_more = new QPushButton(m_frame);
        m_more->setObjectName(partName("/more"));
        m_column->addWidget(m_more, 0, Qt::AlignLeft);
        connect(m_more, &QPushButton::clicked, this, &ObjectField::showMore);
    }
    m_more->setText(tr("%1 more fields").arg(m_specs.size() - m_fields.size()));
}

void ObjectField::addField(const FieldSpec &spec)
{
    FormField *field = FormField::create(spec, m_frame);
    QLabel *label = makeLabel(spec, field, m_frame);
    if (field->isWide()) {
        m_form->addRow(label);
        m_form->addRow(field);
    } else {
        m_form->addRow(label, field);
    }
    connect(field, &FormField::edited, this, &ObjectField::touched);
    connect(field, &FormField::suggestionsRequested, this, &FormField::suggestionsRequested);
    m_fields.push_back(field);
}

/// The fields that come take over what the value holds for them.
void ObjectField::showMore()
{
    const std::size_t before = m_fields.size();
    addFields(before + slice);
    for (std::size_t i = before; m_original && i < m_fields.size(); ++i)
        m_fields[i]->setValue({ m_original.document, m_original.value->find(utf8(m_fields[i]->spec().name)) });
    m_fields[before]->setFocus();
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

const ObjectField::Other *ObjectField::otherOf(const json::Member *origin) const
{
    const auto found = std::find_if(m_others.begin(), m_others.end(), [&](const Other &row) { return row.origin == origin; });
    return found == m_others.end() ? nullptr : &*found;
}

QByteArray ObjectField::editorJson() const
{
    json::Writer writer;
    writer.beginObject();
    std::vector<const FormField *> written;
    for (const json::Member &member : m_original ? m_original.value->members() : std::span<const json::Member>()) {
        const QString name = fromWire(member.name());
        const bool inForce = m_original.value->find(member.name()) == &member.value();
        const bool isField = std::any_of(m_specs.begin(), m_specs.end(), [&](const FieldSpec &own) { return own.name == name; });
        const FormField *field = inForce ? fieldOf(name) : nullptr;
        if (field)
            written.push_back(field);
        const Other *row = isField ? nullptr : otherOf(&member);
        if ((field && field->isAbsent()) || (!isField && !row))
            continue;
        writer.key(row ? utf8(row->name->text()) : std::string(member.name()));
        writer.raw(field ? view(field->json()) : row ? view(row->value->jsonInPlace()) : m_original.document->raw(member.value()));
    }
    for (const FormField *field : m_fields) {
        if (!field->isAbsent() && std::find(written.begin(), written.end(), field) == written.end())
            writer.key(utf8(field->spec().name)).raw(view(field->json()));
    }
    for (const Other &row : m_others) {
        if (!row.origin && !row.name->text().isEmpty())
            writer.key(utf8(row.name->text())).raw(view(row.value->jsonInPlace()));
    }
    writer.endObject();
    return QByteArray::fromStdString(writer.take());
}

void ObjectField::showValue(const json::Node &value)
{
    open();
    m_original = value.value->isObject() ? value : json::Node();
    for (FormField *field : m_fields)
        field->setValue({ value.document, value.value->find(utf8(field->spec().name)) });
    fillOthers();
}

void ObjectField::showState(State state)
{
    if (state == Value)
        return;
    m_original = {};
    clearOthers();
    for (FormField *field : m_fields)
        field->setValue({});
}

/// Members that have no property: each is a row, duplicates too.
void ObjectField::fillOthers()
{
    clearOthers();
    for (const json::Member &member : m_original ? m_original.value->members() : std::span<const json::Member>()) {
        const QString name = fromWire(member.name());
        if (m_others.size() >= slice || std::any_of(m_specs.begin(), m_specs.end(), [&](const FieldSpec &own) { return own.name == name; }))
            continue;
        Other &row = addOther(&member);
        row.name->setText(name);
        row.value->setValue({ m_original.document, &member.value() });
    }
}

ObjectField::Other &ObjectField::addOther(const json::Member *origin)
{
    const QString pointer = spec().pointer + QStringLiteral("/#") + QString::number(m_lastOther++);
    auto *widget = new QWidget(m_frame);
    auto *row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto *name = new QLineEdit(widget);
    name->setObjectName(QStringLiteral("argument") + pointer + QStringLiteral("/name"));
    name->setPlaceholderText(tr("name"));
    name->setAccessibleName(tr("Name of the member"));
    FormField *value = FormField::create(readOtherMember(spec(), pointer), widget);
    auto *remove = new QToolButton(widget);
    remove->setText(QStringLiteral("-"));
    remove->setObjectName(QStringLiteral("argument") + pointer + QStringLiteral("/remove"));
    remove->setAccessibleName(tr("Remove this member"));
    remove->setToolTip(tr("Remove this member"));
    row->addWidget(name, 1, Qt::AlignTop);
    row->addWidget(value, 2);
    row->addWidget(remove, 0, Qt::AlignTop);
    m_rows->addWidget(widget);
    widget->show();
    m_others.push_back({ widget, name, value, origin });
    connect(name, &QLineEdit::textEdited, this, &ObjectField::touched);
    connect(value, &FormField::edited, this, &ObjectField::touched);
    connect(remove, &QToolButton::clicked, this, [this, widget] {
        removeOther(widget);
        touched();
    });
    return m_others.back();
}

void ObjectField::removeOther(QWidget *widget)
{
    std::erase_if(m_others, [&](const Other &row) { return row.widget == widget; });
    if (m_add && widget->isAncestorOf(widget->window()->focusWidget()))
        m_add->setFocus();
    widget->hide();
    widget->deleteLater();
}

void ObjectField::clearOthers()
{
    while (!m_others.empty())
        removeOther(m_others.back().widget);
}

FormField *ObjectField::nearest(const QStringList &path, qsizetype at)
{
    if (at >= path.size())
        return this;
    for (std::size_t i = 0; m_form && i < m_specs.size(); ++i) {
        if (m_specs[i].name != path[at])
            continue;
        if (i >= m_fields.size())
            return this;
        return m_fields[i]->nearest(path, at + 1);
    }
    for (const Other &row : m_others) {
        if (row.name->text() == path[at])
            return row.value->nearest(path, at + 1);
    }
    return this;
}

void ObjectField::collectUnreadable(std::vector<std::pair<FormField *, QString>> &out)
{
    for (FormField *field : m_fields)
        field->collectUnreadable(out);
    for (const Other &row : m_others)
        row.value->collectUnreadable(out);
}

} // namespace assayer
