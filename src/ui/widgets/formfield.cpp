#include "ui/widgets/formfield.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/formgroups.h"
#include "ui/widgets/formscalars.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace assayer {

FormField *FormField::create(const json::Node &document, const FieldSpec &spec, QWidget *parent)
{
    switch (spec.kind) {
    case FieldSpec::Text:
    case FieldSpec::Number:
        return new LineField(spec, parent);
    case FieldSpec::Boolean:
    case FieldSpec::Choice:
        return new ChoiceField(spec, parent);
    case FieldSpec::Array:
        return new ArrayField(document, spec, parent);
    case FieldSpec::Object:
        return new ObjectField(document, spec, parent);
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

void FormField::place(QWidget *editor, bool wide)
{
    const QString name = QStringLiteral("argument") + m_spec.pointer;
    editor->setObjectName(name);
    editor->setAccessibleName(spokenText(m_spec.label()));
    editor->setToolTip(toolTipText(m_spec.description, tr("more in the schema")));
    m_button = new QToolButton(this);
    m_button->setObjectName(name + QStringLiteral("/unset"));
    m_button->setText(tr("unset"));
    m_button->setAutoRaise(true);
    m_button->setToolTip(tr("Absent: the member is left out (Ctrl+Shift+Del)"));
    m_button->setAccessibleName(tr("Unset %1").arg(spokenText(m_spec.label())));
    m_button->setPopupMode(QToolButton::MenuButtonPopup);
    auto *menu = new QMenu(m_button);
    menu->addAction(tr("Unset (absent)"), this, &FormField::unset);
    menu->addAction(tr("Null"), this, &FormField::setNull)->setObjectName(name + QStringLiteral("/null"));
    m_button->setMenu(menu);
    connect(m_button, &QToolButton::clicked, this, &FormField::unset);
    m_problem = new QLabel(this);
    m_problem->setObjectName(name + QStringLiteral("/problem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(editor, 1);
    row->addWidget(m_button, 0, wide ? Qt::AlignTop : Qt::Alignment());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_problem);
    setFocusProxy(editor);
    become(Absent);
}

void FormField::become(State state)
{
    m_state = state;
    m_exact.clear();
    m_loading = true;
    showState(state);
    m_loading = false;
    m_button->setText(state == Null ? tr("null") : state == Absent ? tr("absent") : tr("unset"));
    m_button->setEnabled(true);
    showProblem();
}

void FormField::unset()
{
    become(Absent);
    Q_EMIT edited();
}

void FormField::setNull()
{
    become(Null);
    Q_EMIT edited();
}

void FormField::touched()
{
    if (m_loading)
        return;
    m_state = Value;
    m_exact.clear();
    m_button->setText(tr("unset"));
    showProblem();
    Q_EMIT edited();
}

void FormField::setValue(const json::Node &value)
{
    if (!value) {
        become(Absent);
        return;
    }
    if (value.value->isNull() && m_spec.kind != FieldSpec::Json) {
        become(Null);
        return;
    }
    become(Value);
    m_loading = true;
    showValue(value);
    m_loading = false;
    const std::string_view raw = value.raw();
    m_exact = QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
    showProblem();
}

QByteArray FormField::json() const
{
    if (m_state == Absent)
        return {};
    if (m_state == Null)
        return QByteArrayLiteral("null");
    return m_exact.isEmpty() ? editorJson() : m_exact;
}

void FormField::collect(std::vector<FormProblem> &problems) const
{
    const QString words = problemOf(m_spec, json());
    if (!words.isEmpty())
        problems.push_back({ m_spec.pointer, m_spec.label(), words });
}

void FormField::showProblem()
{
    const QString words = isAbsent() ? QString() : visible(problemOf(m_spec, json()));
    m_problem->setText(words.isEmpty() ? QString() : QStringLiteral("! ") + words);
    QPalette toned = palette();
    toned.setColor(QPalette::WindowText, tones::color(Tone::Error, palette()));
    m_problem->setPalette(toned);
    m_problem->setVisible(!words.isEmpty());
    editor()->setAccessibleDescription(words);
}

FormField *FormField::find(const QString &pointer)
{
    return pointer == m_spec.pointer ? this : nullptr;
}

void FormField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier))
        return unset();
    QWidget::keyPressEvent(event);
}

} // namespace assayer
