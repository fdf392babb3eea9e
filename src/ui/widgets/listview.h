// What every list view of the program has in common.
#pragma once

class QAbstractItemView;
class QTableView;
class QTreeView;

namespace assayer {

/// Uniform rows, no root decoration, EscapedDelegate, interactive columns with the last one stretched.
void dressList(QTreeView *view);
/// The same for tables: fixed row height, no grid, whole rows selected.
void dressTable(QTableView *view);
/// Keeps the current row by IdentityRole over resets and filters of the view's model. Call after setModel(); lives with the view.
void keepCurrentRow(QAbstractItemView *view);
/// Ctrl+C takes the exact text of the selected cells (rows one a line, cells by tabs).
void copyExactOnCopyKey(QAbstractItemView *view);
/// Column widths from a sample of the first rows, once there are any.
void sizeColumnsFromSample(QTreeView *view);

} // namespace assayer
