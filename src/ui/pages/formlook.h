// Small things every form needs: title font, fixed font, split proportions, words for screen readers.
#pragma once

#include <QFont>
#include <Qt>

#include <initializer_list>

class QLabel;
class QPlainTextEdit;
class QSplitter;
class QTreeView;
class QWidget;

namespace assayer::formlook {

/// 1.2 times the font, bold: once a page.
void title(QLabel *label);
/// A heading of a group: bold.
void heading(QLabel *label);
void muted(QWidget *widget);
void fixedFont(QWidget *widget);
QFont fixed();
/// A text of the server: named for screen readers, Tab leaves it.
void untrusted(QPlainTextEdit *edit, const QString &accessibleName);
/// Share of the first and the second pane, once the splitter has a size; both keep at least 160 px.
void proportions(QSplitter *splitter, int first, int second, int third = 0);
/// Column widths from samples of what they usually hold. Elastic columns share what is left and give where there is too little,
/// then those that give way are hidden in their order (ColumnFit).
void columns(QTreeView *view, std::initializer_list<const char *> samples, std::initializer_list<int> elastic, std::initializer_list<int> givesWay = {});
/// Changes the direction and shares anew; nothing where it has that direction.
void orient(QSplitter *splitter, Qt::Orientation orientation);

} // namespace assayer::formlook
