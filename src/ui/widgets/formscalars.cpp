#include "ui/widgets/formscalars.h"

#include "json/number.h"
#include "json/write.h"
#include "platform/visibletext.h"
#include "ui/widgets/fixedfont.h"
#include "ui/widgets/jsonedit.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QCalendarWidget>
#include <QCompleter>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QStringListModel>
#include <QTimer>
#include <QToolButton>
#include <QWidgetAction>

namespace assayer {

namespace {

constexpr qsizetype longFrom = 160; ///< characters from which a text gets several lines by itself
constexpr int linesShown = 4;
constexpr int longestReveal = 10'000; ///< ms

QByteArray quotedText(const QString &text)
{
    const QByteArray utf8 = toWire(text);
    return QByteArray::fromStdString(json::quoted({ utf8.constData(), static_cast<std::size_t>(utf8.size()) }));
}

bool isDate(const FieldSpec &spec)
{
    return spec.format == QLatin1String("date") || spec.format == QLatin1String("date-time") || spec.format == QLatin1String("time");
}

/// What a text of that format looks like.
QString sampleOf(const QString &format)
{
    static const std::pair<const char *, const char *> samples[] = { { "date", "2026-11-30" }, { "time", "13:02:07Z" },
        { "date-time", "2026-11-30T13:02:07Z" }, { "email", "name@host" }, { "uri", "https://host/path" }, { "url", "https://host/path" },
        { "ipv4", "127.0.0.1" }, { "ipv6", "::1" }, { "uuid", "8-4-4-4-12 hex digits" }, { "hostname", "host.example" }, { "duration", "PT1H30M" } };
    for (const auto &[name, sample] : samples) {
        if (format == QLatin1String(name))
            return QLatin1String(sample);
    }
    return {};
}

QString emptyWords(bool absent, const QString &sample)
{
    const QString word = absent ? QStringLiteral("unset") : QStringLiteral("null");
    return sample.isEmpty() || !absent ? word : word + QStringLiteral("   ") + sample;
}

int heightOf(QPlainTextEdit *edit, int lines)
{
    return edit->fontMetrics().lineSpacing() * lines + 2 * edit->frameWidth() + 10;
}

bool isNumber(const QString &text)
{
    const auto parsed = json::Document::parse(text.trimmed().toStdString());
    return parsed && (*parsed)->root().isNumber();
}

} // namespace

TextField::TextField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_line(new QLineEdit(this))
{
    watch(m_line);
    connect(m_line, &QLineEdit::textEdited, this, [this](const QString &text) { Q_EMIT suggestionsRequested(this->spec().pointer, text); });
    connect(m_line, &QLineEdit::textChanged, this, &TextField::touched);
    if (spec.password || isDate(spec)) {
        place(withTools(m_line));
        return;
    }
    m_lines = new QPlainTextEdit(this);
    m_lines->setTabChangesFocus(true);
    m_lines->setObjectName(partName("/lines"));
    m_lines->setAccessibleName(spokenText(spec.label()));
    m_lines->setFixedHeight(heightOf(m_lines, linesShown));
    watch(m_lines);
    connect(m_lines, &QPlainTextEdit::textChanged, this, &TextField::touched);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_line);
    m_stack->addWidget(m_lines);
    place(m_stack);
    m_stack->setObjectName(partName("/stack"));
    m_line->setObjectName(partName(""));
    m_line->setAccessibleName(spokenText(spec.label()));
    m_line->setToolTip(m_stack->toolTip());
    m_lines->setToolTip(m_stack->toolTip());
    setLong(spec.longText);
}

/// A secret gets a button that shows it while it is pressed, a date a calendar.
QWidget *TextField::withTools(QWidget *editor)
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(editor, 1);
    auto *button = new QToolButton(box);
    row->addWidget(button);
    box->setFocusProxy(editor);
    if (spec().password) {
        m_line->setEchoMode(QLineEdit::Password);
        button->setText(tr("Reveal"));
        button->setObjectName(partName("/reveal"));
        connect(button, &QToolButton::pressed, this, [this] {
            m_line->setEchoMode(QLineEdit::Normal);
            QTimer::singleShot(longestReveal, m_line, [line = m_line] { line->setEchoMode(QLineEdit::Password); });
        });
        connect(button, &QToolButton::released, this, [this] { m_line->setEchoMode(QLineEdit::Password); });
    } else {
        const bool time = spec().format == QLatin1String("time");
        button->setText(time ? tr("Now") : tr("Pick"));
        button->setObjectName(partName("/pick"));
        button->setAccessibleName(time ? tr("Take the time of now") : tr("Pick a date"));
        connect(button, &QToolButton::clicked, this, [this, button] { showCalendar(button); });
    }
    // The box is what place() names; a test and a buddy label look for the line.
    connect(box, &QObject::objectNameChanged, this, [this, box](const QString &name) {
        if (name != partName(""))
            return;
        box->setObjectName(partName("/box"));
        m_line->setObjectName(name);
        m_line->setAccessibleName(spokenText(spec().label()));
    });
    return box;
}

void TextField::showCalendar(QWidget *below)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (spec().format == QLatin1String("time")) {
        m_line->setText(now.time().toString(QStringLiteral("HH:mm:ss")) + u'Z');
        return;
    }
    const bool withTime = spec().format == QLatin1String("date-time");
    auto *menu = new QMenu(below);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto *calendar = new QCalendarWidget(menu);
    calendar->setObjectName(partName("/calendar"));
    const QDate known = QDate::fromString(m_line->text().left(10), Qt::ISODate);
    calendar->setSelectedDate(known.isValid() ? known : now.date());
    auto *action = new QWidgetAction(menu);
    action->setDefaultWidget(calendar);
    menu->addAction(action);
    const auto take = [this, menu, withTime, time = m_line->text().mid(10)](const QDate &date) {
        m_line->setText(date.toString(Qt::ISODate) + (!withTime ? QString() : time.isEmpty() ? QStringLiteral("T00:00:00Z") : time));
        menu->close();
    };
    connect(calendar, &QCalendarWidget::clicked, this, take);
    connect(calendar, &QCalendarWidget::activated, this, take);
    if (withTime) {
        connect(menu->addAction(tr("Now")), &QAction::triggered, this, [this] { m_line->setText(QDateTime::currentDateTimeUtc().toString(Qt::ISODate)); });
    }
    menu->popup(below->mapToGlobal(QPoint(0, below->height())));
    calendar->setFocus();
}

QWidget *TextField::editor() const
{
    return m_stack && m_stack->currentWidget() == m_lines ? static_cast<QWidget *>(m_lines) : m_line;
}

bool TextField::isWide() const
{
    return spec().longText;
}

QString TextField::text() const
{
    return editor() == m_lines ? m_lines->toPlainText() : m_line->text();
}

/// A text that was emptied is the empty text, not an absent one.
QByteArray TextField::editorJson() const
{
    return quotedText(text());
}

/// The other editor takes the text over; the value does not change by that.
void TextField::setLong(bool isLong)
{
    if (!m_stack)
        return;
    const QSignalBlocker quietLine(m_line);
    const QSignalBlocker quietLines(m_lines);
    const bool hadFocus = editor()->hasFocus();
    if (isLong && editor() == m_line && m_lines->toPlainText() != m_line->text())
        m_lines->setPlainText(m_line->text());
    else if (!isLong && editor() == m_lines)
        m_line->setText(m_lines->toPlainText());
    m_stack->setCurrentWidget(isLong ? static_cast<QWidget *>(m_lines) : m_line);
    m_stack->setFixedHeight(isLong ? m_lines->minimumHeight() : m_line->sizeHint().height());
    setFocusProxy(editor());
    if (hadFocus)
        editor()->setFocus();
    if (isLong)
        m_lines->moveCursor(QTextCursor::End);
}

void TextField::showValue(const json::Node &value)
{
    const QString words = value.value->isString() ? fromWire(value.value->string()) : fromWire(value.raw());
    setLong(spec().longText || words.contains(u'\n') || words.size() > longFrom);
    if (editor() == m_lines)
        m_lines->setPlainText(words);
    else
        m_line->setText(words);
}

void TextField::showState(State state)
{
    if (state == Value)
        return;
    const QString words = emptyWords(state == Absent, sampleOf(spec().format));
    m_line->clear();
    m_line->setPlaceholderText(words);
    if (!m_lines)
        return;
    m_lines->clear();
    m_lines->setPlaceholderText(words);
}

void TextField::setSuggestions(const QStringList &words)
{
    if (!m_line->completer()) {
        auto *completer = new QCompleter(new QStringListModel(m_line), m_line);
        completer->setObjectName(QStringLiteral("completionPopup"));
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion); // the server has chosen already
        completer->popup()->setObjectName(QStringLiteral("completionPopup"));
        m_line->setCompleter(completer);
    }
    static_cast<QStringListModel *>(m_line->completer()->model())->setStringList(words);
    if (m_line->hasFocus() && !words.isEmpty())
        m_line->completer()->complete();
    else
        m_line->completer()->popup()->hide();
}

/// Alt+Down asks for suggestions, Alt+Return changes between one line and several. A paste of several lines keeps them.
bool TextField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return FormField::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    const bool pressed = event->type() == QEvent::KeyPress;
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (key->key() == Qt::Key_Down && key->modifiers() == Qt::AltModifier) {
        if (pressed)
            Q_EMIT suggestionsRequested(spec().pointer, text());
    } else if (m_stack && enter && key->modifiers() == Qt::AltModifier) {
        if (pressed)
            setLong(editor() == m_line);
    } else if (pressed && enter && watched == m_lines && key->modifiers().testFlag(Qt::ControlModifier)) {
        event->ignore(); // the page's main act
        return QWidget::event(event);
    } else {
        return FormField::eventFilter(watched, event);
    }
    event->accept();
    return true;
}

QString steppedDecimal(const QString &decimal, int steps)
{
    QString text = decimal.trimmed();
    if (text.isEmpty())
        return QString::number(steps > 0 ? 1 : -1);
    const bool negative = text.startsWith(u'-');
    text = negative ? text.mid(1) : text;
    const qsizetype dot = text.indexOf(u'.');
    QString digits = text;
    digits.remove(u'.');
    for (const QChar c : digits) {
        if (c < u'0' || c > u'9')
            return decimal;
    }
    if (digits.isEmpty())
        return decimal;
    const qsizetype fraction = dot < 0 ? 0 : text.size() - dot - 1;
    const bool grows = (steps > 0) != negative;
    // Add or subtract one at the digit before the point.
    QString one = QStringLiteral("1") + QString(fraction, u'0');
    const qsizetype length = std::max(digits.size(), one.size()) + 1;
    digits = digits.rightJustified(length, u'0');
    one = one.rightJustified(length, u'0');
    const bool flips = !grows && digits < one;
    const QString &from = flips ? one : digits;
    const QString &by = flips ? digits : one;
    QString out(length, u'0');
    int carry = 0;
    for (qsizetype i = length - 1; i >= 0; --i) {
        int sum = from[i].digitValue() + (grows ? by[i].digitValue() : -by[i].digitValue()) + carry;
        carry = sum > 9 ? 1 : sum < 0 ? -1 : 0;
        sum += carry > 0 ? -10 : carry < 0 ? 10 : 0;
        out[i] = QChar(u'0' + sum);
    }
    const qsizetype whole = length - fraction;
    qsizetype lead = 0;
    while (lead < whole - 1 && out[lead] == u'0')
        ++lead;
    QString result = out.mid(lead, whole - lead) + (fraction ? u'.' + out.mid(whole) : QString());
    const bool zero = out.count(u'0') == out.size();
    return (negative != flips && !zero ? QStringLiteral("-") : QString()) + result;
}

/// Any text may stand in it: what is wrong is said beside it and does not hinder typing.
class NumberField::Spin final : public QAbstractSpinBox {
public:
    Spin(const FieldSpec &spec, QWidget *parent)
        : QAbstractSpinBox(parent)
        , m_spec(spec)
    {
        setFont(fixedFont());
    }
    QLineEdit *line() const { return lineEdit(); }
    QValidator::State validate(QString &, int &) const override { return QValidator::Acceptable; }
    void stepBy(int steps) override
    {
        QString next = text();
        if (next.trimmed().isEmpty() && !m_spec.least.isEmpty())
            next = m_spec.least;
        else
            for (int i = 0; i < std::abs(steps); ++i)
                next = steppedDecimal(next, steps);
        lineEdit()->setText(clamped(next, steps));
        lineEdit()->selectAll();
    }
    QSize sizeHint() const override
    {
        const QSize size = QAbstractSpinBox::sizeHint();
        return { std::max(size.width(), fontMetrics().horizontalAdvance(u'0') * 12), size.height() };
    }

protected:
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }

private:
    QString clamped(const QString &text, int steps) const
    {
        const QString &bound = steps > 0 ? m_spec.most : m_spec.least;
        if (bound.isEmpty() || !isNumber(text))
            return text;
        const auto order = json::Number::parse(text.trimmed().toStdString()) <=> json::Number::parse(bound.toStdString());
        return (steps > 0 && order > 0) || (steps < 0 && order < 0) ? bound : text;
    }
    FieldSpec m_spec;
};

NumberField::NumberField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_spin(new Spin(spec, this))
{
    watch(m_spin->line());
    place(m_spin);
    m_spin->line()->setObjectName(partName("/line"));
    connect(m_spin->line(), &QLineEdit::textChanged, this, [this](const QString &text) {
        if (!isLoading() && text.isEmpty() && !this->spec().fixedPlace)
            unset(); // a number that was emptied is absent
        else
            touched();
    });
}

QWidget *NumberField::editor() const
{
    return m_spin;
}

QByteArray NumberField::editorJson() const
{
    const QString text = m_spin->text().trimmed();
    return isNumber(text) ? text.toUtf8() : quotedText(m_spin->text());
}

QString NumberField::unreadable() const
{
    return isNumber(m_spin->text()) ? QString() : tr("no number: would be sent as a text");
}

void NumberField::showValue(const json::Node &value)
{
    m_spin->line()->setText(value.value->isString() ? fromWire(value.value->string()) : fromWire(value.raw()));
}

void NumberField::showState(State state)
{
    if (state == Value)
        return;
    const FieldSpec &own = spec();
    const QString bounds = !own.least.isEmpty() && !own.most.isEmpty() ? tr("%1 to %2").arg(own.least, own.most)
        : !own.least.isEmpty()                                         ? tr("from %1").arg(own.least)
        : !own.most.isEmpty()                                          ? tr("up to %1").arg(own.most)
                                                                       : QString();
    m_spin->line()->clear();
    m_spin->line()->setPlaceholderText(emptyWords(state == Absent, visible(bounds)));
}

JsonField::JsonField(const FieldSpec &spec, QWidget *parent)
    : FormField(spec, parent)
    , m_edit(new JsonEdit(this))
{
    m_edit->setFixedHeight(heightOf(m_edit, linesShown - 1));
    place(m_edit);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!isLoading() && m_edit->isAbsent() && !this->spec().fixedPlace)
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
    const QByteArray text = m_edit->json().trimmed();
    if (text.isEmpty())
        return {};
    return json::Document::parse(text.toStdString()) ? text : quotedText(m_edit->toPlainText());
}

QString JsonField::unreadable() const
{
    const auto parsed = json::Document::parse(m_edit->json().trimmed().toStdString());
    return parsed || m_edit->isAbsent() ? QString() : tr("no JSON: would be sent as a text. %1").arg(fromWire(parsed.error().message));
}

void JsonField::showValue(const json::Node &value)
{
    const std::string_view raw = value.raw();
    m_edit->setJson(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
}

void JsonField::showState(State state)
{
    if (state == Value)
        return;
    m_edit->setJson(state == Null ? QByteArrayLiteral("null") : QByteArray());
    m_edit->setPlaceholderText(state == Absent ? tr("unset   JSON") : QString());
}

} // namespace assayer
