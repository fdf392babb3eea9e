// Text exactly as it arrived, however long: lays out visible lines only, marks places by their source offset.
#pragma once

#include "base/finding.h"

#include <QAbstractScrollArea>
#include <QByteArray>

#include <memory>
#include <vector>

namespace assayer {

/// A marked range: wavy underline, a mark in the margin, and the words behind the line's end, or below it where they find no room.
struct TextMark {
    quint32 begin = 0; ///< byte offset in the text
    quint32 end = 0; ///< equal to begin: a place where something is missing
    Severity severity = Severity::Error;
    QString words; ///< "expected object, received array"; may quote the server
};

/// Read-only. Texts up to WrapBytes wrap at the width of the view, longer ones at line ends and every 4,096 bytes, so that no
/// layout is ever larger. Rows stand on a grid of cells of the fixed font, left to right, so that nothing is reordered. Offsets
/// are bytes of the text given; Copy takes exactly those bytes, escapes are painted only.
class ExactTextView : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr int WrapCharacters = 4096;
    static constexpr qsizetype WrapBytes = 1 << 20;

    explicit ExactTextView(QWidget *parent = nullptr);
    ~ExactTextView() override;

    /// UTF-8; invalid bytes are shown as escapes. The bytes are shared, not copied.
    void setText(const QByteArray &utf8);
    QByteArray text() const;
    void clear() { setText({}); }
    void setMarks(std::vector<TextMark> marks);
    const std::vector<TextMark> &marks() const;
    /// Selects these bytes and scrolls to them. Does not emit selectionChanged().
    void showRange(quint32 begin, quint32 end);
    /// Scrolls to the next mark after the cursor; false where there is none.
    bool nextMark();
    /// Finds UTF-8 text (case-insensitive for ASCII letters) from the selection on, wrapping. Selects what it finds.
    bool find(const QString &text, bool backward = false);
    QByteArray selectedBytes() const;
    std::pair<quint32, quint32> selection() const;
    /// Shown centred while there is no text.
    void setPlaceholderText(const QString &text);
    /// Rows of text, and the rows of words between them.
    qint64 rowCount() const;
    /// A row as it is painted.
    QString rowText(qint64 row) const;
    /// Words of the marks that end in that row, as they stand behind it; empty for none.
    QString markWords(qint64 row) const;
    qint64 rowOf(quint32 offset) const;
    qint64 firstVisibleRow() const;

    QSize sizeHint() const override;

public Q_SLOTS:
    void copy(); ///< the selection, or everything
    void copyAsShown();
    void selectAll();

Q_SIGNALS:
    /// By mouse or keyboard: the selected bytes, equal for a cursor.
    void selectionChanged(quint32 begin, quint32 end);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
