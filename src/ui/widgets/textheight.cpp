#include "ui/widgets/textheight.h"

#include <QAbstractTextDocumentLayout>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace assayer {

int wrappedLines(const QPlainTextEdit &editor, int most)
{
    const QTextDocument *document = editor.document();
    int lines = 0;
    for (QTextBlock block = document->firstBlock(); block.isValid() && lines < most; block = block.next()) {
        (void)document->documentLayout()->blockBoundingRect(block); // lays it out, which happens late otherwise
        lines += std::max(1, block.layout()->lineCount());
    }
    return std::clamp(lines, 1, std::max(1, most));
}

int heightOfLines(const QPlainTextEdit &editor, int lines)
{
    const int frame = 2 * editor.frameWidth() + static_cast<int>(std::ceil(2 * editor.document()->documentMargin()));
    constexpr int slack = 4; // with less a scroll bar appears although every line is seen
    return lines * editor.fontMetrics().lineSpacing() + frame + slack;
}

} // namespace assayer
