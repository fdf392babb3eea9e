#include "ui/widgets/textgrid.h"

#include "platform/visibletext.h"

#include <algorithm>
#include <cstring>

namespace assayer {

namespace {

constexpr std::size_t wrapBytes = 4096;
constexpr int tabColumns = 4;

bool isPlain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7f;
}

/// Length of a valid UTF-8 sequence (surrogates excluded), 0 for an invalid one.
std::size_t sequenceLength(std::string_view bytes, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(bytes[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > bytes.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(bytes[at + i]) & 0xc0) != 0x80)
            return 0;
    }
    const auto second = length > 1 ? static_cast<unsigned char>(bytes[at + 1]) : 0u;
    const bool bad = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0) || (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90);
    return bad ? 0 : length;
}

bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff)
        || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff)
        || (c >= 0x20000 && c <= 0x3fffd);
}

bool isMark(char32_t c)
{
    const QChar::Category category = QChar::category(c);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Mark_SpacingCombining;
}

/// Appends what one sequence is shown as and returns its cell, not yet placed.
GridCell makeCell(QString &text, std::string_view bytes, std::size_t at)
{
    GridCell cell;
    cell.byte = static_cast<quint32>(at);
    cell.textBegin = static_cast<qint32>(text.size());
    const std::size_t length = sequenceLength(bytes, at);
    if (length == 0) {
        text += QStringLiteral("\\x%1").arg(static_cast<uint>(static_cast<unsigned char>(bytes[at])), 2, 16, QLatin1Char('0'));
        cell.escape = true;
    } else {
        const QString one = fromWire(bytes.substr(at, length));
        const VisibleText shown = visibleText(one, Lines::One);
        text += bytes[at] == '\t' ? QString(tabColumns, u' ') : shown.text;
        cell.bytes = static_cast<quint32>(length);
        cell.escape = !shown.escapes.empty() && bytes[at] != '\t';
    }
    cell.textLength = static_cast<qint32>(text.size()) - cell.textBegin;
    const bool single = !cell.escape && bytes[at] != '\t';
    const char32_t c = single ? QStringView(text).mid(cell.textBegin).toUcs4().value(0) : 0;
    cell.columns = single ? (isWide(c) ? 2 : 1) : cell.textLength;
    return cell;
}

} // namespace

int GridRow::columnOf(quint32 byte) const
{
    const auto found = std::upper_bound(cells.begin(), cells.end(), byte, [](quint32 wanted, const GridCell &cell) { return wanted < cell.byte; });
    if (found == cells.begin())
        return 0;
    const GridCell &cell = *(found - 1);
    return byte < cell.byte + cell.bytes ? cell.column : columns;
}

int GridRow::cellAt(int column) const
{
    const auto found = std::upper_bound(cells.begin(), cells.end(), column, [](int wanted, const GridCell &cell) { return wanted < cell.column; });
    if (found == cells.begin() || column >= columns)
        return -1;
    return static_cast<int>(found - cells.begin()) - 1;
}

GridRow layOutRow(std::string_view bytes)
{
    GridRow row;
    row.text.reserve(static_cast<qsizetype>(bytes.size()));
    row.cells.reserve(bytes.size());
    int marks = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        GridCell cell;
        if (isPlain(static_cast<unsigned char>(bytes[at]))) {
            cell.byte = static_cast<quint32>(at);
            cell.textBegin = static_cast<qint32>(row.text.size());
            row.text += QLatin1Char(bytes[at]);
            marks = 0;
        } else {
            cell = makeCell(row.text, bytes, at);
            const char32_t c = QStringView(row.text).mid(cell.textBegin, cell.textLength).toUcs4().value(0);
            if (!cell.escape && isMark(c) && !row.cells.empty() && !row.cells.back().escape && ++marks <= 4) {
                row.cells.back().bytes += cell.bytes;
                row.cells.back().textLength += cell.textLength;
                at += cell.bytes;
                continue;
            }
        }
        cell.column = row.columns;
        row.columns += cell.columns;
        at += cell.bytes;
        row.cells.push_back(cell);
    }
    return row;
}

Extent extentAt(std::string_view bytes, std::size_t at)
{
    if (isPlain(static_cast<unsigned char>(bytes[at])))
        return { 1, 1 };
    QString text;
    const GridCell cell = makeCell(text, bytes, at);
    return { cell.bytes, cell.columns };
}

namespace {

/// One line without its end, cut where the columns are full.
void wrapLine(std::vector<quint32> &starts, std::string_view text, std::size_t begin, std::size_t end, int columns)
{
    int column = 0;
    for (std::size_t at = begin; at < end;) {
        const Extent extent = extentAt(text, at);
        if (column > 0 && column + extent.columns > columns) {
            starts.push_back(static_cast<quint32>(at));
            column = 0;
        }
        column += extent.columns;
        at += extent.bytes;
    }
}

/// The same by bytes only: a piece never begins inside a sequence.
void cutLine(std::vector<quint32> &starts, std::string_view text, std::size_t begin, std::size_t end)
{
    for (std::size_t at = begin + wrapBytes; at < end; at += wrapBytes) {
        for (int back = 0; back < 3 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; ++back)
            --at;
        starts.push_back(static_cast<quint32>(at));
    }
}

} // namespace

std::vector<quint32> rowStarts(std::string_view text, int columns)
{
    std::vector<quint32> starts;
    for (std::size_t begin = 0; begin < text.size();) {
        starts.push_back(static_cast<quint32>(begin));
        const void *newline = std::memchr(text.data() + begin, '\n', text.size() - begin);
        const std::size_t end = newline ? static_cast<std::size_t>(static_cast<const char *>(newline) - text.data()) : text.size();
        if (columns > 0)
            wrapLine(starts, text, begin, end, columns);
        else
            cutLine(starts, text, begin, end);
        begin = end + 1;
    }
    return starts;
}

} // namespace assayer
