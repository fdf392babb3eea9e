// How high a text is that wraps.
#pragma once

class QPlainTextEdit;

namespace assayer {

/// Lines that the editor's text takes at its present width, at least 1 and at most `most`.
int wrappedLines(const QPlainTextEdit &editor, int most);
/// Height of an editor that shows that many lines without a scroll bar.
int heightOfLines(const QPlainTextEdit &editor, int lines);

} // namespace assayer
