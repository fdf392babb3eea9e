#include "ui/panes/tracefilterbar.h"

#include "ui_tracepane.h"

#include "json/write.h"
#include "models/tracemodel.h"
#include "platform/tooltip.h"
#include "platform/visibletext.h"
#include "ui/panes/filtersuggestions.h"
#include "ui/preferences.h"

#include <QInputDialog>
#include <QMenu>
#include <QRegularExpression>

namespace assayer {
namespace {

constexpr int longestName = 60;

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

/// The filter's name of a column; empty where the language has none for it.
QString fieldOf(const QModelIndex &cell)
{
    switch (cell.column()) {
    case TraceModel::Dir:
        return QStringLiteral("direction");
    case TraceModel::ChannelColumn:
        return QStringLiteral("channel");
    case TraceModel::Method:
        return cell.data(TraceModel::KindRole).toInt() == int(MessageKind::None) ? QStringLiteral("type") : QStringLiteral("method");
    case TraceModel::Id:
        return QStringLiteral("id");
    case TraceModel::Target:
        return cell.data(TraceModel::MethodRole).toString().startsWith(QLatin1String("resources/")) ? QStringLiteral("uri") : QStringLiteral("tool");
    case TraceModel::Status:
        return cell.data(TraceModel::StatusRole).toInt() == int(AnswerStatus::None) && cell.data(TraceModel::HttpStatusRole).isValid()
            ? QStringLiteral("http.status")
            : QStringLiteral("status");
    case TraceModel::Duration:
        return QStringLiteral("duration");
    case TraceModel::Size:
        return QStringLiteral("size");
    case TraceModel::FindingsColumn:
        return QStringLiteral("rule");
    default:
        return QStringLiteral("seq");
    }
}

/// Its value as the language writes it; empty where the record has none.
QString valueOf(const QString &field, const QModelIndex &cell)
{
    if (field == QLatin1String("direction")) {
        const QVariant direction = cell.data(TraceModel::DirectionRole);
        return direction.isValid() ? latin(directionName(static_cast<Direction>(direction.toInt()))) : QString();
    }
    if (field == QLatin1String("channel"))
        return latin(channelName(static_cast<Channel>(cell.data(TraceModel::ChannelRole).toInt())));
    if (field == QLatin1String("type"))
        return QString::fromUtf8(cell.data(TraceModel::TypeRole).toByteArray());
    if (field == QLatin1String("method"))
        return cell.data(TraceModel::MethodRole).toString();
    if (field == QLatin1String("status"))
        return latin(answerStatusName(static_cast<AnswerStatus>(cell.data(TraceModel::StatusRole).toInt())));
    if (field == QLatin1String("http.status"))
        return cell.data(TraceModel::HttpStatusRole).toString();
    if (field == QLatin1String("duration"))
        return cell.data(TraceModel::DurationRole).toString();
    if (field == QLatin1String("size"))
        return cell.data(TraceModel::SizeRole).toString();
    if (field == QLatin1String("rule"))
        return cell.data(TraceModel::RuleRole).toString();
    if (field == QLatin1String("seq"))
        return cell.data(FrameRole).toString();
    return cell.data(ExactTextRole).toString();
}

/// "duration >= 42ms": as one would write it, never above the true value.
QString durationAtLeast(qint64 ns)
{
    const std::pair<qint64, const char *> units[] = { { 1'000'000'000, "s" }, { 1'000'000, "ms" }, { 1'000, "us" } };
    for (const auto &[unit, name] : units) {
        if (ns >= unit * 10)
            return QStringLiteral("duration >= %1%2").arg(ns / unit).arg(QLatin1String(name));
    }
    return QStringLiteral("duration >= %1ns").arg(ns);
}

QList<std::pair<QString, QString>> usualFilters()
{
    return {
        { QStringLiteral("What failed"), QStringLiteral("status in {tool-error, rpc-error} or http.status >= 400") },
        { QStringLiteral("Errors and warnings"), QStringLiteral("severity >= warning") },
        { QStringLiteral("Tool calls"), QStringLiteral("method == tools/call") },
        { QStringLiteral("Messages only"), QStringLiteral("kind") },
        { QStringLiteral("Slower than 200 ms"), QStringLiteral("duration > 200ms") },
        { QStringLiteral("Notifications"), QStringLiteral("kind == notification") },
        { QStringLiteral("stderr"), QStringLiteral("channel == stderr") },
    };
}

QString menuText(const QString &text)
{
    QString shown = visible(text).left(longestName);
    return shown.replace(u'&', QStringLiteral("&&"));
}

} // namespace

TraceFilterBar::TraceFilterBar(Ui::TracePane &ui, Preferences &preferences, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_preferences(preferences)
    , m_menu(new QMenu(ui.traceSavedButton))
{
    ui.traceFilter->setPlaceholderText(QStringLiteral("method == tools/call and duration > 20ms"));
    ui.traceFilter->setAccessibleName(QStringLiteral("Trace filter"));
    new FilterSuggestions(ui.traceFilter);
    ui.traceFilterError->hide();
    ui.traceFindTextButton->hide();
    connect(ui.traceFindTextButton, &QToolButton::clicked, this, [this] {
        setText(QStringLiteral("text contains ") + QString::fromStdString(json::quoted(text().trimmed().toStdString())));
        m_ui.traceView->setFocus();
    });
    ui.traceSavedButton->setMenu(m_menu);
    ui.traceSavedButton->setToolTip(QStringLiteral("Filters that were saved, and some usual ones"));
    m_menu->setObjectName(QStringLiteral("traceSavedMenu"));
    fillMenu();
    connect(m_menu, &QMenu::aboutToShow, this, &TraceFilterBar::fillMenu);
    connect(ui.traceFilter, &FilterEdit::filterChanged, this, &TraceFilterBar::apply);
    // A text that was set by us and taken away at once has not been told by the field yet: it tells nothing then.
    connect(ui.traceFilter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty())
            apply(text);
    });
    connect(ui.traceFilter, &FilterEdit::leaveRequested, ui.traceView, qOverload<>(&QWidget::setFocus));
}

TraceFilterBar::~TraceFilterBar() = default;

QString TraceFilterBar::text() const
{
    return m_ui.traceFilter->text();
}

bool TraceFilterBar::isBlank() const
{
    return text().trimmed().isEmpty();
}

void TraceFilterBar::setText(const QString &text)
{
    m_ui.traceFilter->setText(text);
    apply(text);
}

void TraceFilterBar::forget()
{
    setText({});
}

void TraceFilterBar::apply(const QString &text)
{
    if (text == m_applied)
        return; // the field tells again what was set by us
    m_applied = text;
    const std::string utf8 = text.toStdString();
    showProblem({}, -1);
    if (Filter::isBlank(utf8)) {
        Q_EMIT chosen(nullptr);
        return;
    }
    Result<Filter> filter = Filter::parse(utf8);
    if (filter)
        Q_EMIT chosen(std::make_shared<const Filter>(std::move(*filter)));
    else
        showProblem(QString::fromStdString(filter.error().message), static_cast<qsizetype>(filter.error().data.position.value_or(0)));
}

/// A caret under the character, its words beside it; at its left where they would not fit at its right.
void TraceFilterBar::showProblem(const QString &words, qsizetype position)
{
    QLabel *label = m_ui.traceFilterError;
    if (words.isEmpty()) {
        m_ui.traceFilter->clearProblem();
        label->hide();
        m_ui.traceFindTextButton->hide();
        return;
    }
    // The language counts code points, the field UTF-16.
    qsizetype character = 0;
    const QString all = text();
    for (qsizetype points = 0; points < position && character < all.size(); ++points)
        character += all[character].isHighSurrogate() ? 2 : 1;
    const bool placed = words.contains(QLatin1String("column"));
    const QString sentence = placed ? words : QStringLiteral("%1, column %2").arg(words).arg(position + 1);
    m_ui.traceFilter->setProblem(sentence, character);
    const int x = std::clamp(xOfCharacter(*m_ui.traceFilter, character), 0, std::max(0, m_ui.traceFilter->width() - 12));
    const int caret = label->fontMetrics().horizontalAdvance(u'^') / 2;
    const bool right = x + label->fontMetrics().horizontalAdvance(QStringLiteral("^ ") + sentence) < m_ui.traceFilter->width() || x < m_ui.traceFilter->width() / 2;
    label->setText(right ? QStringLiteral("^ ") + sentence : sentence + QStringLiteral(" ^"));
    label->setAlignment(right ? Qt::AlignLeft : Qt::AlignRight);
    label->setContentsMargins(right ? std::max(0, x - caret) : 0, 0, right ? 0 : std::max(0, m_ui.traceFilter->width() - x - caret), 0);
    QPalette toned = label->parentWidget()->palette();
    toned.setColor(QPalette::WindowText, tones::color(Tone::Error, toned));
    label->setPalette(toned);
    label->show();
    m_ui.traceFindTextButton->show();
}

void TraceFilterBar::add(const QString &comparison, bool negated)
{
    QString part = comparison;
    if (negated)
        part = comparison.startsWith(QLatin1String("not ")) ? comparison.mid(4) : QStringLiteral("not ") + comparison;
    const QString before = text().trimmed();
    if (before == part || before.endsWith(QStringLiteral(" and ") + part))
        return;
    static const QRegularExpression alternative(QStringLiteral("\\bor\\b|\\|\\|"));
    if (before.isEmpty())
        setText(part);
    else
        setText((before.contains(alternative) ? u'(' + before + u')' : before) + QStringLiteral(" and ") + part);
}

QString TraceFilterBar::comparisonOf(const QModelIndex &cell)
{
    if (!cell.isValid())
        return {};
    const QString field = fieldOf(cell);
    const QString value = valueOf(field, cell);
    if (value.isEmpty())
        return QStringLiteral("not ") + field;
    if (field == QLatin1String("duration"))
        return durationAtLeast(value.toLongLong());
    const bool number = field == QLatin1String("seq") || field == QLatin1String("size") || field == QLatin1String("http.status") || field == QLatin1String("id");
    return Filter::comparison(field, value, number);
}

QString TraceFilterBar::comparisonOf(const JsonTreeView &tree, bool inBatch)
{
    const QModelIndex node = tree.tree()->indexOf(tree.currentPointer());
    QString pointer = tree.currentPointer();
    if (inBatch) {
        const qsizetype second = pointer.indexOf(u'/', 1);
        pointer = second < 0 ? QString() : pointer.mid(second);
    }
    const std::string quoted = json::quoted(pointer.toStdString());
    const QString field = QStringLiteral("json.") + QString::fromStdString(quoted);
    const json::Value *value = tree.tree()->value(node);
    if (!value)
        return QStringLiteral("not ") + field;
    const QString exact = QString::fromUtf8(node.data(JsonTreeModel::RawRole).toByteArray());
    return value->isObject() || value->isArray() ? field : field + QStringLiteral(" == ") + exact;
}

QList<TraceFilterBar::Saved> TraceFilterBar::saved() const
{
    QList<Saved> filters;
    QSettings &settings = m_preferences.settings();
    const int count = settings.beginReadArray(QStringLiteral("trace/filters"));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        filters.append({ settings.value(QStringLiteral("name")).toString(), settings.value(QStringLiteral("text")).toString() });
    }
    settings.endArray();
    return filters;
}

void TraceFilterBar::store(const QList<Saved> &filters)
{
    QSettings &settings = m_preferences.settings();
    settings.remove(QStringLiteral("trace/filters"));
    settings.beginWriteArray(QStringLiteral("trace/filters"), static_cast<int>(filters.size()));
    for (int i = 0; i < filters.size(); ++i) {
        settings.setArrayIndex(i);
        settings.setValue(QStringLiteral("name"), filters[i].name);
        settings.setValue(QStringLiteral("text"), filters[i].text);
    }
    settings.endArray();
}

void TraceFilterBar::fillMenu()
{
    m_menu->clear();
    QAction *save = m_menu->addAction(QStringLiteral("&Save this filter..."), this, &TraceFilterBar::askName);
    save->setObjectName(QStringLiteral("traceSaveFilter"));
    save->setEnabled(!isBlank() && !m_ui.traceFilter->hasProblem());
    const QList<Saved> own = saved();
    const auto addFilter = [this](const QString &name, const QString &text) {
        QAction *action = m_menu->addAction(menuText(name), this, [this, text] { setText(text); });
        action->setToolTip(plainToolTip(visible(text)));
        action->setStatusTip(visible(text));
    };
    m_menu->setToolTipsVisible(true);
    m_menu->addSeparator();
    for (const Saved &filter : own)
        addFilter(filter.name, filter.text);
    m_menu->addSeparator();
    for (const auto &[name, text] : usualFilters())
        addFilter(name, text);
    if (own.isEmpty())
        return;
    m_menu->addSeparator();
    QMenu *remove = m_menu->addMenu(QStringLiteral("&Remove"));
    remove->setObjectName(QStringLiteral("traceRemoveFilterMenu"));
    for (const Saved &filter : own) {
        remove->addAction(menuText(filter.name), this, [this, name = filter.name, before = own] {
            QList<Saved> rest = before;
            rest.removeIf([&name](const Saved &item) { return item.name == name; });
            store(rest);
            Q_EMIT removed(QStringLiteral("Removed the saved filter \"%1\".").arg(visible(name)), [this, before] { store(before); });
        });
    }
}

void TraceFilterBar::askName()
{
    auto *dialog = new QInputDialog(m_ui.traceFilter->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("saveFilterDialog"));
    dialog->setWindowTitle(QStringLiteral("Save this filter"));
    dialog->setLabelText(QStringLiteral("Name of the filter:"));
    dialog->setTextValue(text().left(longestName));
    dialog->setModal(false);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, filter = text()](const QString &name) {
        QList<Saved> filters = saved();
        filters.removeIf([&name](const Saved &item) { return item.name == name; });
        filters.append({ name, filter });
        store(filters);
        Q_EMIT said(QStringLiteral("Saved the filter \"%1\".").arg(visible(name)));
    });
    dialog->show();
}

} // namespace assayer
