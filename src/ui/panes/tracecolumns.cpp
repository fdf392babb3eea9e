#include "ui/panes/tracecolumns.h"

#include "ui_tracepane.h"

#include "models/tracemodel.h"
#include "ui/dialogs/colourrulesdialog.h"
#include "ui/preferences.h"

#include <QActionGroup>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace assayer {
namespace {

constexpr const char *hiddenKey = "trace/hiddenColumns";
constexpr const char *timeKey = "trace/time";

/// Names in the settings: numbers would change their meaning with a new column.
constexpr const char *columnNames[] = { "seq", "mark", "time", "delta", "direction", "channel", "method", "id", "target", "status",
    "duration", "size", "findings", "comment" };
static_assert(std::size(columnNames) == TraceModel::ColumnCount);

QStringList hiddenAtFirst()
{
    return { QStringLiteral("mark"), QStringLiteral("comment") };
}

} // namespace

TraceColumns::TraceColumns(Ui::TracePane &ui, TraceModel &model, Preferences &preferences, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_model(model)
    , m_preferences(preferences)
    , m_menu(new QMenu(ui.traceColumnsButton))
{
    m_menu->setObjectName(QStringLiteral("traceColumnsMenu"));
    ui.traceColumnsButton->setMenu(m_menu);
    ui.traceColumnsButton->setToolTip(QStringLiteral("Columns, times and colours; drag a heading to move its column"));
    QHeaderView *header = ui.traceView->horizontalHeader();
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint &point) {
        fillMenu();
        m_menu->popup(header->viewport()->mapToGlobal(point));
    });
    connect(m_menu, &QMenu::aboutToShow, this, &TraceColumns::fillMenu);
    const int format = preferences.settings().value(QLatin1String(timeKey), int(TraceModel::Absolute)).toInt();
    model.setTimeFormat(static_cast<TraceModel::TimeFormat>(std::clamp(format, 0, int(TraceModel::SincePrevious))));
    applyHidden();
    m_fit = new ColumnFit(ui.traceView, header, usualColumns());
    takeColours();
    fillMenu();
}

/// What the columns usually hold; names get the room that is left.
ColumnFit::Columns TraceColumns::usualColumns()
{
    const char *const samples[] = { "1,000,000", "M * ", "13:02:07.412_", "+1.608 s", "->", "stdout__", "resources/templates/list", "1000_",
        "search_notes__", "tool-error", "2 min 05 s", "12.2 KiB_", "Find", "a comment of some words" };
    static_assert(std::size(samples) == TraceModel::ColumnCount);
    ColumnFit::Columns columns;
    for (const char *sample : samples)
        columns.samples.append(QString::fromLatin1(sample));
    columns.elastic = { TraceModel::Method, TraceModel::Target, TraceModel::CommentColumn };
    return columns;
}

void TraceColumns::fit(bool narrow, bool low)
{
    m_narrow = narrow;
    m_low = low;
    applyHidden();
}

void TraceColumns::applyHidden()
{
    const QStringList hidden = m_preferences.settings().value(QLatin1String(hiddenKey), hiddenAtFirst()).toStringList();
    for (int column = 0; column < TraceModel::ColumnCount; ++column) {
        const bool byUser = hidden.contains(QLatin1String(columnNames[column]));
        const bool noted = (column == TraceModel::Marked && !m_model.marked().isEmpty()) || (column == TraceModel::CommentColumn && !m_model.comments().isEmpty());
        const bool givesWay = (m_narrow && (column == TraceModel::FindingsColumn || column == TraceModel::Size)) || (m_low && column == TraceModel::Delta);
        m_ui.traceView->setColumnHidden(column, (byUser && !noted) || givesWay);
    }
}

void TraceColumns::setShown(int column, bool shown)
{
    QStringList hidden = m_preferences.settings().value(QLatin1String(hiddenKey), hiddenAtFirst()).toStringList();
    hidden.removeAll(QLatin1String(columnNames[column]));
    if (!shown)
        hidden.append(QLatin1String(columnNames[column]));
    m_preferences.settings().setValue(QLatin1String(hiddenKey), hidden);
    applyHidden();
    m_ui.traceView->setColumnHidden(column, !shown); // what the user asks for now beats what gives way
}

void TraceColumns::setTimeFormat(int format)
{
    m_model.setTimeFormat(static_cast<TraceModel::TimeFormat>(format));
    m_preferences.settings().setValue(QLatin1String(timeKey), format);
}

void TraceColumns::setReference(quint64 seq)
{
    const bool back = seq == m_model.reference() || seq == 0;
    m_model.setReference(back ? 0 : seq);
    m_model.setTimeFormat(back ? TraceModel::Absolute : TraceModel::Relative);
    Q_EMIT said(back ? QStringLiteral("Times are times of day again.") : QStringLiteral("Times count from record %1.").arg(seq));
}

void TraceColumns::fillMenu()
{
    m_menu->clear();
    for (int column = 0; column < TraceModel::ColumnCount; ++column) {
        const QString heading = m_ui.traceView->model()->headerData(column, Qt::Horizontal).toString();
        QAction *action = m_menu->addAction(column == TraceModel::Seq ? QStringLiteral("# (number)")
                : column == TraceModel::Marked                        ? QStringLiteral("M (mark)")
                                                                      : heading);
        action->setObjectName(QStringLiteral("traceColumn-") + QLatin1String(columnNames[column]));
        action->setCheckable(true);
        action->setChecked(!m_ui.traceView->isColumnHidden(column));
        action->setEnabled(column != TraceModel::Seq);
        connect(action, &QAction::triggered, this, [this, column](bool on) { setShown(column, on); });
    }
    m_menu->addSeparator();
    auto *times = new QActionGroup(m_menu);
    const char *words[] = { "Time of day", "Time since the reference or the first record", "Time since the record above" };
    for (int format = 0; format < 3; ++format) {
        QAction *action = times->addAction(m_menu->addAction(QLatin1String(words[format])));
        action->setObjectName(QStringLiteral("traceTime-%1").arg(format));
        action->setCheckable(true);
        action->setChecked(format == m_model.timeFormat());
        connect(action, &QAction::triggered, this, [this, format] { setTimeFormat(format); });
    }
    m_menu->addSeparator();
    m_menu->addAction(QStringLiteral("Colour rules..."), this, &TraceColumns::showColours)->setObjectName(QStringLiteral("traceColours"));
    m_menu->addAction(QStringLiteral("Usual columns"), this, [this] {
        m_preferences.settings().remove(QLatin1String(hiddenKey));
        QHeaderView *header = m_ui.traceView->horizontalHeader();
        for (int column = 0; column < TraceModel::ColumnCount; ++column)
            header->moveSection(header->visualIndex(column), column);
        applyHidden();
        m_fit->fitAgain();
    });
}

void TraceColumns::takeColours()
{
    std::vector<TraceModel::ColourRule> rules;
    for (const ColourRule &rule : colourRules(m_preferences.settings())) {
        Result<Filter> filter = Filter::parse(rule.text.toStdString());
        if (rule.on && filter)
            rules.push_back({ std::make_shared<const Filter>(std::move(*filter)), static_cast<int>(rule.tone) });
    }
    m_model.setColourRules(std::move(rules));
}

void TraceColumns::showColours()
{
    if (!m_colours) {
        auto *dialog = new ColourRulesDialog(m_preferences.settings(), m_ui.traceView->window());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ColourRulesDialog::changed, this, &TraceColumns::takeColours);
        m_colours = dialog;
    }
    m_colours->show();
    m_colours->raise();
    m_colours->activateWindow();
}

} // namespace assayer
