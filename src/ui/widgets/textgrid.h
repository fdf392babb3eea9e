// One row of exact text on a grid of cells: which bytes stand in which cell, and how they are shown.
#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace assayer {

/// A character with its combining marks, or an escape.
struct GridCell {
    quint32 byte = 0; ///< offset in the row
    quint32 bytes = 1;
    qint32 textBegin = 0; ///< in GridRow::text
    qint32 textLength = 1;
    qint32 column = 0;
    qint32 columns = 1; ///< 2 for wide characters, more for escapes
    bool escape = false;
};

struct GridRow {
    QString text;
    std::vector<GridCell> cells;
    int columns = 0;

    /// Column of the cell that holds that byte of the row; the end's for a byte behind it.
    int columnOf(quint32 byte) const;
    /// The cell at a column; -1 behind the end.
    int cellAt(int column) const;
};

/// Lays out bytes of one row (no line end in it). Invalid bytes become \xNN, hidden characters their escapes.
GridRow layOutRow(std::string_view bytes);
/// Cells that one sequence of bytes takes, and its length in bytes: what wrapping counts.
struct Extent {
    quint32 bytes;
    int columns;
};
Extent extentAt(std::string_view bytes, std::size_t at);

/// Starts of the rows of a text: at line ends, and where `columns` are full (0: only every 4,096 bytes).
std::vector<quint32> rowStarts(std::string_view text, int columns);

} // namespace assayer
