#include "ui/widgets/inertbrowser.h"

#include "platform/visibletext.h"

#include <QTextBlock>
#include <QTextDocument>

namespace assayer {

InertBrowser::InertBrowser(QWidget *parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void InertBrowser::setServerMarkdown(const QString &markdown)
{
    document()->setMarkdown(visible(markdown, Lines::Many, 0),
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    // A link is a text with its address behind it.
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        std::vector<std::pair<int, QString>> links;
        std::vector<std::pair<int, int>> spans;
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat format = it.fragment().charFormat();
            if (!format.isAnchor())
                continue;
            spans.emplace_back(it.fragment().position(), it.fragment().length());
            if (!format.anchorHref().isEmpty() && format.anchorHref() != it.fragment().text())
                links.emplace_back(it.fragment().position() + it.fragment().length(), format.anchorHref());
        }
        for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
            cursor.setPosition(span->first);
            cursor.setPosition(span->first + span->second, QTextCursor::KeepAnchor);
            QTextCharFormat plain = cursor.charFormat();
            plain.setAnchor(false);
            plain.setAnchorHref({});
            plain.clearForeground();
            plain.setFontUnderline(false);
            cursor.setCharFormat(plain);
        }
        for (auto link = links.rbegin(); link != links.rend(); ++link) {
            cursor.setPosition(link->first);
            cursor.insertText(QStringLiteral(" <%1>").arg(visible(link->second, Lines::One, 200)));
        }
    }
    cursor.endEditBlock();
}

/// Nothing is fetched, from disk neither.
QVariant InertBrowser::loadResource(int, const QUrl &)
{
    return {};
}

void InertBrowser::doSetSource(const QUrl &, QTextDocument::ResourceType) { }

} // namespace assayer
