// The one function that makes text of a server showable: what cannot be seen, or would reorder its neighbours, becomes an escape.
#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace assayer {

/// Text for the screen, and which parts of it are escapes of ours (a typed backslash is none).
struct VisibleText {
    struct Escape {
        qsizetype begin; ///< in text
        qsizetype length;
    };
    QString text;
    std::vector<Escape> escapes;
    bool cut = false; ///< the limit was reached; text ends in an ellipsis
};

enum class Lines {
    One, ///< CR, LF and tab become \r \n \t
    Many ///< LF, CR LF and tab stay; a lone CR becomes \r
};

inline constexpr qsizetype cellLimit = 512; ///< characters a cell lays out

/// C0, C1, DEL, U+00AD, U+061C, U+200B-200F, U+2028-202E, U+2060-2069, U+FEFF, tags and lone surrogates become \u202E-like
/// escapes; of a run of combining marks the first four stay. `limit` counts characters of the result; 0 is none.
VisibleText visibleText(QStringView text, Lines lines = Lines::One, qsizetype limit = 0);
/// visibleText() where only the words are wanted, cut at the limit of a cell.
QString visible(QStringView text, Lines lines = Lines::One, qsizetype limit = cellLimit);
/// The same for UTF-8 of the wire.
QString visible(std::string_view utf8, Lines lines = Lines::One, qsizetype limit = cellLimit);
/// An isolate of its own, left to right: for values inside a sentence.
QString isolated(const QString &visibleText);
/// For a screen reader: "escape U+202E" in place of each escape.
QString spokenText(QStringView text);
/// Plain text for a tool tip: 80 columns, 12 lines, then `more`.
QString toolTipText(QStringView text, const QString &more);

/// UTF-8 as the json room keeps it: lone surrogates are three bytes (WTF-8) and become lone surrogates of the QString;
/// other invalid bytes become U+FFFD.
QString fromWire(std::string_view wtf8);
/// The way back: lone surrogates become their three bytes.
QByteArray toWire(QStringView text);

} // namespace assayer
