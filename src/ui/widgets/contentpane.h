// One content of a server by its kind: text, Markdown on demand, JSON, image, table, audio, link, or bytes. Nothing in it acts.
#pragma once

#include "models/contentblockmodel.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QTableView;
class QTextBrowser;
class QToolButton;

namespace assayer {

class CsvModel;
class EscapedText;
class ExactTextView;
class HexView;
class JsonTreeView;

/// Children are named by the prefix: `<prefix>Stack`, `Text`, `Markdown`, `Image`, `Table`, `Hex`, `Json`, `Large`, `Facts`,
/// `Placeholder`, and the buttons `MarkdownButton`, `ReadButton`, `OpenButton`.
class ContentPane : public QWidget {
    Q_OBJECT
public:
    explicit ContentPane(QWidget *parent = nullptr);

    void setPrefix(const QString &prefix);
    void showNothing(const QString &words);
    void showBlock(const ContentBlock &block);
    /// A text of its own, with no block around it.
    void showText(const QString &text);
    /// The bytes stand in that file: the button opens it at the next click.
    void setSaved(const QString &path);
    const QByteArray &bytes() const { return m_bytes; }
    QString mimeType() const { return m_mimeType; }

Q_SIGNALS:
    void readWanted(const QString &uri); ///< of a resource link
    void saveWanted(); ///< the bytes, under a name of ours; setSaved() follows

private:
    enum Page { NothingPage, TextPage, MarkdownPage, ImagePage, TablePage, HexPage, JsonPage, LargePage };
    void showTextual(const QString &text);
    bool showJson();
    bool showTable(const QString &text);
    void showImage();
    void showMarkdown(bool on);
    void showRaw(const ContentBlock &block);
    void offer(QToolButton *button, bool on);

    QStackedWidget *m_stack;
    QLabel *m_placeholder;
    EscapedText *m_text;
    QTextBrowser *m_markdown;
    QScrollArea *m_imageScroll;
    QLabel *m_image;
    QTableView *m_table;
    CsvModel *m_csv;
    HexView *m_hex;
    JsonTreeView *m_json;
    ExactTextView *m_large;
    QLabel *m_facts;
    QToolButton *m_markdownButton;
    QToolButton *m_readButton;
    QToolButton *m_openButton;
    QByteArray m_bytes;
    QString m_mimeType;
    QString m_shownText;
    QString m_uri;
    QString m_savedPath;
    quint64 m_turn = 0; ///< an image that comes late belongs to an older block
};

} // namespace assayer
