#include "ui/widgets/formchoices.h"

#include "json/equality.h"
#include "json/write.h"
#include "platform/visibletext.h"
#include "ui/widgets/formscalars.h"

#include <QComboBox>
#include <QFrame>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {

namespace {

constexpr int longestWords = 80; ///< of an entry; the rest is in the schema
constexpr int fewestLetters = 12; ///< width a combo asks for at least
constexpr int rowsShown = 6;

QByteArray rawOf(const json::Node &value)
{
    const std::string_view raw = value.raw();
    return QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
}

/// "Title  value" where the title is not the value itself.
QString entryWords(const FieldSpec::Option &option)
{
    if (option.words.isEmpty())
        return FormField::tr("(empty text)");
    const QString words = visible(option.words, Lines::One, longestWords);
    const QByteArray own = QByteArray::fromStdString(json::quoted(toWire(option.words).toStdString()));
    const bool isValue = own == option.json || option.words.toUtf8() == option.json;
    return isValue ? words : words + QStringLiteral("   ") + visible(QString::fromUtf8(option.json), Lines::One, longestWords);
}

void narrow(QComboBox *combo)
{
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(fewestLetters);
}

} // namespace

ChoiceField::ChoiceField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_combo(new QComboBox(this))
{
    narrow(m_combo);
    fill();
    place(m_combo);
    connect(m_combo, &QComboBox::currentIndexChanged, this, &ChoiceField::chosen);
}

void ChoiceField::fill()
{
    const QSignalBlocker quiet(m_combo);
    if (!spec().fixedPlace)
        m_combo->addItem(tr("unset"), QByteArray());
    if (spec().kind == FieldSpec::Boolean) {
        m_combo->addItem(QStringLiteral("true"), QByteArrayLiteral("true"));
        m_combo->addItem(QStringLiteral("false"), QByteArrayLiteral("false"));
    }
    for (const FieldSpec::Option &option : spec().options) {
        if (option.json != "null")
            m_combo->addItem(entryWords(option), option.json);
    }
    m_combo->addItem(QStringLiteral("null"), QByteArrayLiteral("null"));
}

void ChoiceField::chosen(int index)
{
    if (isLoading())
        return;
    const QByteArray json = m_combo->itemData(index).toByteArray();
    if (json.isEmpty())
        unset();
    else if (json == "null")
        setNull();
    else
        touched();
}

QWidget *ChoiceField::editor() const
{
    return m_combo;
}

QByteArray ChoiceField::editorJson() const
{
    return m_combo->currentData().toByteArray();
}

/// A value that is not among the choices gets an entry of its own, so that it is not lost.
void ChoiceField::showValue(const json::Node &value)
{
    const QByteArray json = rawOf(value);
    int at = m_combo->findData(json);
    for (int i = 0; at < 0 && i < m_combo->count(); ++i) {
        const auto parsed = json::Document::parse(m_combo->itemData(i).toByteArray().toStdString());
        if (parsed && json::equal(**parsed, (*parsed)->root(), *value.document, *value.value))
            at = i;
    }
    if (at < 0) {
        m_combo->addItem(visible(value.raw(), Lines::One, longestWords), json);
        at = m_combo->count() - 1;
    }
    m_combo->setCurrentIndex(at);
}

void ChoiceField::showState(State state)
{
    if (state == Null)
        m_combo->setCurrentIndex(m_combo->findData(QByteArrayLiteral("null")));
    else if (state == Absent)
        m_combo->setCurrentIndex(spec().fixedPlace ? -1 : 0);
}

MultiChoiceField::MultiChoiceField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_list(new QListWidget(this))
{
    for (const FieldSpec::Option &option : spec.options)
        addOption(option.json, entryWords(option));
    const int rows = std::clamp(m_list->count(), 1, rowsShown);
    m_list->setFixedHeight(m_list->sizeHintForRow(0) * rows + 2 * m_list->frameWidth());
    m_list->setTabKeyNavigation(false);
    place(m_list);
    connect(m_list, &QListWidget::itemChanged, this, &MultiChoiceField::touched);
}

void MultiChoiceField::addOption(const QByteArray &json, const QString &words)
{
    auto *item = new QListWidgetItem(words, m_list);
    item->setData(Qt::UserRole, json);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Unchecked);
    if (!m_list->currentItem())
        m_list->setCurrentRow(0);
}

QWidget *MultiChoiceField::editor() const
{
    return m_list;
}

QByteArray MultiChoiceField::editorJson() const
{
    json::Writer writer;
    writer.beginArray();
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            writer.raw(m_list->item(row)->data(Qt::UserRole).toByteArray().toStdString());
    }
    return QByteArray::fromStdString(writer.endArray().take());
}

void MultiChoiceField::showValue(const json::Node &value)
{
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setCheckState(Qt::Unchecked);
    for (const json::Value &item : value.value->items()) {
        const QByteArray json = rawOf({ value.document, &item });
        int at = 0;
        while (at < m_list->count() && m_list->item(at)->data(Qt::UserRole).toByteArray() != json)
            ++at;
        if (at == m_list->count())
            addOption(json, visible(QString::fromUtf8(json), Lines::One, longestWords));
        m_list->item(at)->setCheckState(Qt::Checked);
    }
}

void MultiChoiceField::showState(State state)
{
    for (int row = 0; state != Value && row < m_list->count(); ++row)
        m_list->item(row)->setCheckState(Qt::Unchecked);
}

VariantField::VariantField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_frame(new QFrame(this))
    , m_combo(new QComboBox(m_frame))
{
    auto *column = new QVBoxLayout(m_frame);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    narrow(m_combo);
    m_combo->setObjectName(partName("/variant"));
    m_combo->setAccessibleName(tr("Kind of %1").arg(spokenText(spec.label())));
    m_combo->addItem(tr("unset"));
    for (const FieldSpec::Alternative &variant : spec.variants)
        m_combo->addItem(visible(variant.words, Lines::One, longestWords));
    m_combo->addItem(tr("anything else, as JSON"));
    watch(m_combo);
    column->addWidget(m_combo);
    place(m_frame);
    setFocusProxy(m_combo);
    connect(m_combo, &QComboBox::currentIndexChanged, this, &VariantField::choose);
}

QWidget *VariantField::editor() const
{
    return m_frame;
}

/// By the user: the value begins anew, unless it fits the alternative as it is.
void VariantField::choose(int index)
{
    if (isLoading())
        return;
    const QByteArray before = json();
    if (index == 0) {
        unset();
        return;
    }
    make(index);
    const auto parsed = json::Document::parse(before.toStdString());
    const json::Node old = parsed ? json::Node { *parsed, &(*parsed)->root() } : json::Node();
    const bool fits = old && (m_inner->spec().kind == FieldSpec::Json || fittingVariant(spec(), old) == static_cast<std::size_t>(index - 1));
    if (fits)
        m_inner->setValue(old);
    else
        m_inner->start();
    touched();
}

void VariantField::make(int index)
{
    delete m_inner;
    m_inner = FormField::create(readVariant(spec(), static_cast<std::size_t>(index - 1)), m_frame);
    m_frame->layout()->addWidget(m_inner);
    m_inner->show();
    connect(m_inner, &FormField::edited, this, &VariantField::touched);
    connect(m_inner, &FormField::suggestionsRequested, this, &FormField::suggestionsRequested);
}

QByteArray VariantField::editorJson() const
{
    return m_inner ? m_inner->jsonInPlace() : QByteArray();
}

void VariantField::showValue(const json::Node &value)
{
    const int index = static_cast<int>(fittingVariant(spec(), value)) + 1;
    m_combo->setCurrentIndex(index);
    make(index);
    m_inner->setValue(value);
}

void VariantField::showState(State state)
{
    if (state == Value)
        return;
    delete m_inner;
    m_inner = nullptr;
    m_combo->setCurrentIndex(state == Null ? m_combo->count() - 1 : 0);
    if (state == Null) {
        make(m_combo->count() - 1);
        m_inner->setNull();
    }
}

FormField *VariantField::nearest(const QStringList &path, qsizetype at)
{
    return m_inner && at < path.size() ? m_inner->nearest(path, at) : this;
}

void VariantField::setSuggestions(const QStringList &words)
{
    if (m_inner)
        m_inner->setSuggestions(words);
}

void VariantField::collectUnreadable(std::vector<std::pair<FormField *, QString>> &out)
{
    if (m_inner)
        m_inner->collectUnreadable(out);
}

} // namespace assayer
