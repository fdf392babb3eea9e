#include "ui/dialogs/colourrulesdialog.h"

#include "trace/filter.h"
#include "ui/presentation/toneicon.h"
#include "ui/widgets/filteredit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QVBoxLayout>

namespace assayer {
namespace {

constexpr const char *key = "trace/colours";
enum Column { On, Text, ToneColumn, Columns };

constexpr std::pair<Tone, const char *> toneWords[] = { { Tone::Error, "error" }, { Tone::Warning, "warning" }, { Tone::Note, "note" },
    { Tone::Ok, "ok" }, { Tone::Muted, "muted" }, { Tone::ByYou, "made by you" } };

QList<ColourRule> usualRules()
{
    return {
        { QStringLiteral("status in {tool-error, rpc-error} or http.status >= 400"), Tone::Error, true },
        { QStringLiteral("severity >= warning"), Tone::Warning, true },
        { QStringLiteral("duration > 1s"), Tone::Note, true },
    };
}

} // namespace

QList<ColourRule> colourRules(QSettings &settings)
{
    if (!settings.contains(QStringLiteral("trace/colours/size")))
        return usualRules();
    QList<ColourRule> rules;
    const int count = settings.beginReadArray(QLatin1String(key));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        rules.append({ settings.value(QStringLiteral("text")).toString(), static_cast<Tone>(qBound(int(Tone::Error), settings.value(QStringLiteral("tone")).toInt(), int(Tone::ByYou))),
            settings.value(QStringLiteral("on"), true).toBool() });
    }
    settings.endArray();
    return rules;
}

void storeColourRules(QSettings &settings, const QList<ColourRule> &rules)
{
    settings.remove(QLatin1String(key));
    settings.beginWriteArray(QLatin1String(key), static_cast<int>(rules.size()));
    for (int i = 0; i < rules.size(); ++i) {
        settings.setArrayIndex(i);
        settings.setValue(QStringLiteral("text"), rules[i].text);
        settings.setValue(QStringLiteral("tone"), static_cast<int>(rules[i].tone));
        settings.setValue(QStringLiteral("on"), rules[i].on);
    }
    settings.endArray();
}

ColourRulesDialog::ColourRulesDialog(QSettings &settings, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_table(new QTableWidget(0, Columns))
{
    setObjectName(QStringLiteral("colourRulesDialog"));
    setWindowTitle(QStringLiteral("Colour rules of the trace"));
    auto *words = new QLabel(QStringLiteral("The first rule whose filter holds colours the record. Colours never stand alone: status, findings and marks say the same in words."));
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    m_table->setObjectName(QStringLiteral("colourRulesView"));
    m_table->setAccessibleName(QStringLiteral("Colour rules"));
    m_table->setHorizontalHeaderLabels({ QStringLiteral("On"), QStringLiteral("Filter"), QStringLiteral("Colour") });
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(Text, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(On, QHeaderView::ResizeToContents);
    m_table->setColumnWidth(ToneColumn, fontMetrics().averageCharWidth() * 20);
    m_table->setTabKeyNavigation(false);
    auto *row = new QHBoxLayout;
    const auto button = [this, row](const char *name, const char *text, auto slot) {
        auto *made = new QPushButton(QLatin1String(text));
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, slot);
        row->addWidget(made);
    };
    button("colourAddButton", "&Add", [this] {
        addRow({ QString(), Tone::Note, true });
        m_table->cellWidget(m_table->rowCount() - 1, Text)->setFocus();
    });
    button("colourRemoveButton", "&Remove", [this] { removeRow(); });
    button("colourUpButton", "Move &up", [this] { moveUp(); });
    button("colourUsualButton", "&Usual rules", [this] {
        fill(usualRules());
        take();
    });
    row->addStretch(1);
    button("colourCloseButton", "Close", [this] { close(); });
    auto *column = new QVBoxLayout(this);
    column->addWidget(words);
    column->addWidget(m_table, 1);
    column->addLayout(row);
    fill(colourRules(m_settings));
    resize(fontMetrics().averageCharWidth() * 96, fontMetrics().lineSpacing() * 18);
}

void ColourRulesDialog::fill(const QList<ColourRule> &rules)
{
    m_filling = true;
    m_table->setRowCount(0);
    for (const ColourRule &rule : rules)
        addRow(rule);
    m_filling = false;
}

void ColourRulesDialog::addRow(const ColourRule &rule)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto *on = new QCheckBox;
    on->setChecked(rule.on);
    on->setAccessibleName(QStringLiteral("Rule %1 is on").arg(row + 1));
    auto *text = new FilterEdit;
    text->setText(rule.text);
    text->setFrame(false);
    text->setAccessibleName(QStringLiteral("Filter of rule %1").arg(row + 1));
    auto *tone = new QComboBox;
    tone->setAccessibleName(QStringLiteral("Colour of rule %1").arg(row + 1));
    for (const auto &[value, word] : toneWords)
        tone->addItem(toneIcon(Shape::Mark, value), QLatin1String(word), static_cast<int>(value));
    tone->setCurrentIndex(tone->findData(static_cast<int>(rule.tone)));
    m_table->setCellWidget(row, On, on);
    m_table->setCellWidget(row, Text, text);
    m_table->setCellWidget(row, ToneColumn, tone);
    m_table->setRowHeight(row, tone->sizeHint().height());
    connect(on, &QCheckBox::toggled, this, &ColourRulesDialog::take);
    connect(text, &FilterEdit::filterChanged, this, &ColourRulesDialog::take);
    connect(tone, &QComboBox::currentIndexChanged, this, &ColourRulesDialog::take);
}

QList<ColourRule> ColourRulesDialog::rules() const
{
    QList<ColourRule> rules;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const auto *on = qobject_cast<QCheckBox *>(m_table->cellWidget(row, On));
        const auto *text = qobject_cast<FilterEdit *>(m_table->cellWidget(row, Text));
        const auto *tone = qobject_cast<QComboBox *>(m_table->cellWidget(row, ToneColumn));
        rules.append({ text->text(), static_cast<Tone>(tone->currentData().toInt()), on->isChecked() });
    }
    return rules;
}

/// A filter that does not parse is kept and says so; it colours nothing until it does.
void ColourRulesDialog::take()
{
    if (m_filling)
        return;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        auto *text = qobject_cast<FilterEdit *>(m_table->cellWidget(row, Text));
        const std::string utf8 = text->text().toStdString();
        const Result<Filter> filter = Filter::parse(utf8);
        if (filter || Filter::isBlank(utf8))
            text->clearProblem();
        else
            text->setProblem(QString::fromStdString(filter.error().message), static_cast<qsizetype>(filter.error().data.position.value_or(0)));
    }
    storeColourRules(m_settings, rules());
    Q_EMIT changed();
}

void ColourRulesDialog::removeRow()
{
    m_table->removeRow(m_table->currentRow() < 0 ? m_table->rowCount() - 1 : m_table->currentRow());
    take();
}

void ColourRulesDialog::moveUp()
{
    const int row = m_table->currentRow();
    QList<ColourRule> now = rules();
    if (row <= 0 || row >= now.size())
        return;
    now.swapItemsAt(row, row - 1);
    fill(now);
    m_table->setCurrentCell(row - 1, Text);
    take();
}

} // namespace assayer
