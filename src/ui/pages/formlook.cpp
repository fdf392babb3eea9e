#include "ui/pages/formlook.h"

#include "ui/presentation/tones.h"

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
constexpr int columnMargin = 16;

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
    QFont font = fixed();
    font.setPointSizeF(widget->font().pointSizeF());
    widget->setFont(font);
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

void columns(QTreeView *view, std::initializer_list<const char *> samples)
{
    const QFontMetrics metrics(view->font());
    int column = 0;
    for (const char *sample : samples) {
        const QString title = view->model() ? view->model()->headerData(column, Qt::Horizontal).toString() : QString();
        const int width = qMax(metrics.horizontalAdvance(QLatin1String(sample)), metrics.horizontalAdvance(title));
        view->header()->resizeSection(column++, width + columnMargin);
    }
}

void orient(QSplitter *splitter, Qt::Orientation orientation)
{
    if (splitter->orientation() == orientation)
        return;
    splitter->setOrientation(orientation);
    splitter->setSizes(QList<int>(splitter->count(), share));
}

} // namespace assayer::formlook
