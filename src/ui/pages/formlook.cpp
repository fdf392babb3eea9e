#include "ui/pages/formlook.h"

#include "ui/presentation/tones.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/fixedfont.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QHeaderView>
#include <QSplitter>
#include <QTreeView>

namespace assayer::formlook {
namespace {

constexpr int minimumPane = 160;
constexpr int share = 200;

}

void title(QLabel *label)
{
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setBold(true);
    label->setFont(font);
}

void heading(QLabel *label)
{
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
}

void muted(QWidget *widget)
{
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, tones::color(Tone::Muted, palette));
    widget->setPalette(palette);
}

QFont fixed()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QFont().pointSizeF());
    return font;
}

void fixedFont(QWidget *widget)
{
    widget->setFont(assayer::fixedFont());
}

void untrusted(QPlainTextEdit *edit, const QString &accessibleName)
{
    edit->setAccessibleName(accessibleName);
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
}

void proportions(QSplitter *splitter, int first, int second, int third)
{
    const int shares[] = { first, second, third };
    QList<int> sizes;
    for (int i = 0; i < splitter->count() && i < 3; ++i) {
        splitter->setStretchFactor(i, shares[i]);
        sizes.append(shares[i] * share);
        QWidget *pane = splitter->widget(i);
        if (splitter->orientation() == Qt::Horizontal && pane->minimumWidth() < minimumPane)
            pane->setMinimumWidth(minimumPane);
    }
    splitter->setSizes(sizes);
}

void columns(QTreeView *view, std::initializer_list<const char *> samples, std::initializer_list<int> elastic, std::initializer_list<int> givesWay)
{
    ColumnFit::Columns columns;
    for (const char *sample : samples)
        columns.samples.append(QString::fromLatin1(sample));
    columns.elastic = elastic;
    columns.givesWay = givesWay;
    new ColumnFit(view, view->header(), std::move(columns));
}

void orient(QSplitter *splitter, Qt::Orientation orientation)
{
    if (splitter->orientation() == orientation)
        return;
    splitter->setOrientation(orientation);
    splitter->setSizes(QList<int>(splitter->count(), share));
}

} // namespace assayer::formlook
