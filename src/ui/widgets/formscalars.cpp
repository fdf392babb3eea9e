#include "ui/widgets/formscalars.h"

#include "json/write.h"
#include "platform/visibletext.h"
#include "ui/widgets/jsonedit.h"

#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStringListModel>

namespace assayer {

LineField::LineField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_edit(new QLineEdit(this))
{
    if (spec.kind == FieldSpec::Number)
        m_edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    if (spec.password)
        m_edit->setEchoMode(QLineEdit::Password);
    m_edit->installEventFilter(this);
    place(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString &text) {
        touched();
        Q_EMIT suggestionsRequested(this->spec().pointer, text);
    });
    connect(m_edit, &QLineEdit::textChanged, this, &LineField::touched);
}

QWidget *LineField::editor() const
{
    return m_edit;
}

/// A number that was emptied is absent; a text that was emptied is the empty text.
QByteArray LineField::editorJson() const
{
    if (spec().kind == FieldSpec::Number)
        return m_edit->text().trimmed().toUtf8();
    const QByteArray utf8 = toWire(m_edit->text());
    return QByteArray::fromStdString(json::quoted({ utf8.constData(), static_cast<std::size_t>(utf8.size()) }));
}

void LineField::showValue(const json::Node &value)
{
    m_edit->setText(value.value->isString() && spec().kind == FieldSpec::Text ? fromWire(value.value->string()) : fromWire(value.raw()));
}

void LineField::showState(State state)
{
    m_edit->clear();
    m_edit->setPlaceholderText(state == Null ? tr("null") : state == Absent ? tr("unset") : QString());
}

void LineField::setSuggestions(const QStringList &words)
{
    if (!m_edit->completer()) {
        auto *completer = new QCompleter(new QStringListModel(m_edit), m_edit);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchContains);
        m_edit->setCompleter(completer);
    }
    static_cast<QStringListModel *>(m_edit->completer()->model())->setStringList(words);
    if (m_edit->hasFocus() && !words.isEmpty())
        m_edit->completer()->complete();
}

/// Alt+Down asks for suggestions, Ctrl+Shift+Del unsets.
bool LineField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return FormField::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool unsets = key->key() == Qt::Key_Delete && key->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
    const bool asks = key->key() == Qt::Key_Down && key->modifiers() == Qt::AltModifier;
    if (!unsets && !asks)
        return FormField::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        if (unsets)
            unset();
        else
            Q_EMIT suggestionsRequested(spec().pointer, m_edit->text());
    }
    return true;
}

ChoiceField::ChoiceField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_combo(new QComboBox(this))
{
    fill();
    place(m_combo);
    connect(m_combo, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (isLoading())
            return;
        const QByteArray json = m_combo->itemData(index).toByteArray();
        if (json.isEmpty())
            unset();
        else if (json == "null")
            setNull();
        else
            touched();
    });
}

void ChoiceField::fill()
{
    const QSignalBlocker quiet(m_combo);
    m_combo->clear();
    m_combo->addItem(tr("unset"), QByteArray());
    if (spec().kind == FieldSpec::Boolean) {
        m_combo->addItem(QStringLiteral("true"), QByteArrayLiteral("true"));
        m_combo->addItem(QStringLiteral("false"), QByteArrayLiteral("false"));
    }
    for (const FieldSpec::Option &option : spec().options) {
        if (option.json != "null")
            m_combo->addItem(option.words.isEmpty() ? tr("(empty text)") : visible(option.words), option.json);
    }
    m_combo->addItem(QStringLiteral("null"), QByteArrayLiteral("null"));
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
    const std::string_view raw = value.raw();
    const QByteArray json(raw.data(), static_cast<qsizetype>(raw.size()));
    int at = m_combo->findData(json);
    if (at < 0) {
        m_combo->addItem(visible(raw), json);
        at = m_combo->count() - 1;
    }
    m_combo->setCurrentIndex(at);
}

void ChoiceField::showState(State state)
{
    if (state != Value)
        m_combo->setCurrentIndex(state == Null ? m_combo->findData(QByteArrayLiteral("null")) : 0);
}

JsonField::JsonField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_edit(new JsonEdit(this))
{
    constexpr int lines = 4;
    m_edit->setMaximumHeight(m_edit->fontMetrics().lineSpacing() * lines + 2 * m_edit->frameWidth() + 8);
    place(m_edit, true);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!isLoading() && m_edit->isAbsent())
            unset();
        else
            touched();
    });
}

QWidget *JsonField::editor() const
{
    return m_edit;
}

QByteArray JsonField::editorJson() const
{
    return m_edit->json().trimmed();
}

void JsonField::showValue(const json::Node &value)
{
    const std::string_view raw = value.raw();
    m_edit->setJson(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
}

void JsonField::showState(State state)
{
    m_edit->setJson(state == Null ? QByteArrayLiteral("null") : QByteArray());
    m_edit->setPlaceholderText(state == Absent ? tr("unset") : QString());
}

} // namespace assayer
