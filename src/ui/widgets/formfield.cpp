#include "ui/widgets/formfield.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/formchoices.h"
#include "ui/widgets/formgroups.h"
#include "ui/widgets/formrows.h"
#include "ui/widgets/formscalars.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace assayer {

FormField *FormField::create(const FieldSpec &spec, QWidget *parent)
{
    switch (spec.kind) {
    case FieldSpec::Text:
        return new TextField(spec, parent);
    case FieldSpec::Number:
        return new NumberField(spec, parent);
    case FieldSpec::Boolean:
    case FieldSpec::Choice:
        return new ChoiceField(spec, parent);
    case FieldSpec::MultiChoice:
        return new MultiChoiceField(spec, parent);
    case FieldSpec::Array:
        return new ArrayField(spec, parent);
    case FieldSpec::Object:
        return new ObjectField(spec, parent);
    case FieldSpec::Map:
        // Members of any kind are easier to write as what they are.
        if (spec.depth == 0 || spec.find("additionalProperties") || spec.find("patternProperties"))
            return new ObjectField(spec, parent);
        break;
    case FieldSpec::Variant:
        return new VariantField(spec, parent);
    case FieldSpec::Json:
        break;
    }
    return new JsonField(spec, parent);
}

FormField::FormField(const FieldSpec &spec, QWidget *parent)
    : QWidget(parent)
    , m_spec(spec)
{
}

QString FormField::partName(const char *part) const
{
    return QStringLiteral("argument") + m_spec.pointer + QLatin1String(part);
}

namespace {

QToolButton *smallButton(const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setObjectName(name);
    button->setAutoRaise(true);
    QSizePolicy policy = button->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // editors of one form end in one line
    button->setSizePolicy(policy);
    return button;
}

} // namespace

void FormField::place(QWidget *editor)
{
    editor->setObjectName(partName(""));
    const QString spoken = spokenText(m_spec.label());
    editor->setAccessibleName(spoken);
    editor->setToolTip(toolTipText(m_spec.description, tr("more in the schema")));
    watch(editor);
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(editor, 1);
    const Qt::Alignment at = isWide() ? Qt::AlignTop : Qt::Alignment();
    if (m_spec.nullable) {
        m_null = smallButton(tr("null"), partName("/null"), this);
        m_null->setToolTip(tr("Send null (Ctrl+Shift+Backspace)"));
        m_null->setAccessibleName(tr("%1: null").arg(spoken));
        connect(m_null, &QToolButton::clicked, this, &FormField::setNull);
        row->addWidget(m_null, 0, at);
    }
    if (!m_spec.fixedPlace && m_spec.depth > 0) {
        m_unset = smallButton(tr("unset"), partName("/unset"), this);
        m_unset->setToolTip(tr("Absent: the member is left out (Ctrl+Shift+Del). Ctrl+Shift+Backspace is null."));
        m_unset->setAccessibleName(tr("Unset %1").arg(spoken));
        connect(m_unset, &QToolButton::clicked, this, &FormField::unset);
        row->addWidget(m_unset, 0, at);
    }
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(2);
    m_column->addLayout(row);
    setFocusProxy(editor);
    become(Absent);
}

void FormField::showButtons()
{
    if (m_unset)
        m_unset->setVisible(m_state != Absent);
    if (m_null)
        m_null->setVisible(m_state != Null);
}

void FormField::become(State state)
{
    m_state = state;
    m_exact.clear();
    m_loading = true;
    showState(state);
    m_loading = false;
    showButtons();
}

void FormField::unset()
{
    if (m_spec.fixedPlace)
        return;
    // A button that hides itself gives the focus back to its field.
    if (m_unset && m_unset->hasFocus())
        setFocus();
    become(Absent);
    Q_EMIT edited();
}

void FormField::setNull()
{
    if (m_null && m_null->hasFocus())
        setFocus();
    become(Null);
    Q_EMIT edited();
}

void FormField::start()
{
    const QByteArray text = startValue(m_spec);
    const auto parsed = json::Document::parse(text.toStdString());
    if (!text.isEmpty() && parsed)
        setValue({ *parsed, &(*parsed)->root() });
}

void FormField::touched()
{
    if (m_loading)
        return;
    m_state = Value;
    m_exact.clear();
    showButtons();
    Q_EMIT edited();
}

void FormField::setValue(const json::Node &value)
{
    if (!value) {
        become(Absent);
        return;
    }
    const bool own = m_spec.kind == FieldSpec::Json || m_spec.kind == FieldSpec::Variant;
    if (value.value->isNull() && !own) {
        become(Null);
        return;
    }
    become(Value);
    m_loading = true;
    showValue(value);
    m_loading = false;
    const std::string_view raw = value.raw();
    m_exact = QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
}

QByteArray FormField::json() const
{
    if (m_state == Absent)
        return {};
    if (m_state == Null)
        return QByteArrayLiteral("null");
    return m_exact.isEmpty() ? editorJson() : m_exact;
}

QByteArray FormField::jsonInPlace() const
{
    const QByteArray own = json();
    if (!own.isEmpty())
        return own;
    const QByteArray first = startValue(m_spec);
    return first.isEmpty() ? QByteArrayLiteral("null") : first;
}

void FormField::showProblem(const QString &words)
{
    const QString shown = visible(words);
    if (!m_problem && shown.isEmpty())
        return;
    if (!m_problem) {
        m_problem = new QLabel(this);
        m_problem->setObjectName(partName("/problem"));
        m_problem->setTextFormat(Qt::PlainText);
        m_problem->setWordWrap(true);
        m_column->addWidget(m_problem);
    }
    m_problem->setText(shown.isEmpty() ? QString() : QStringLiteral("! ") + shown);
    QPalette toned = palette();
    toned.setColor(QPalette::WindowText, tones::color(Tone::Error, palette()));
    m_problem->setPalette(toned);
    m_problem->setVisible(!shown.isEmpty());
    editor()->setAccessibleDescription(shown);
}

void FormField::collectUnreadable(std::vector<std::pair<FormField *, QString>> &out)
{
    if (m_state != Value || !m_exact.isEmpty())
        return;
    if (const QString words = unreadable(); !words.isEmpty())
        out.emplace_back(this, words);
}

void FormField::watch(QWidget *editor)
{
    editor->installEventFilter(this);
}

bool FormField::takeKey(int key, Qt::KeyboardModifiers modifiers, bool pressed)
{
    if ((modifiers & ~Qt::KeypadModifier) != (Qt::ControlModifier | Qt::ShiftModifier) || (key != Qt::Key_Delete && key != Qt::Key_Backspace))
        return false;
    if (pressed)
        key == Qt::Key_Delete ? unset() : setNull();
    return true;
}

bool FormField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (takeKey(key->key(), key->modifiers(), event->type() == QEvent::KeyPress)) {
            event->accept();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void FormField::keyPressEvent(QKeyEvent *event)
{
    if (!takeKey(event->key(), event->modifiers(), true))
        QWidget::keyPressEvent(event);
}

} // namespace assayer
