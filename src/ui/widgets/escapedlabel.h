// One line of the server's text: escapes framed, elided, copied exactly.
#pragma once

#include <QLabel>

namespace assayer {

/// A QLabel with Qt::PlainText whose text() is the visible form; exactText() is what the server sent.
class EscapedLabel : public QLabel {
    Q_OBJECT
public:
    explicit EscapedLabel(QWidget *parent = nullptr);

    /// Elides in the middle (names, URIs) or at the right (prose).
    void setElideMode(Qt::TextElideMode mode);
    void setServerText(const QString &exact);
    /// Words of ours instead: "(no name)"; muted, nothing to copy.
    void setPlaceholder(const QString &words);
    const QString &exactText() const { return m_exact; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void copyExact();
    void copyAsShown();

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString m_exact;
    Qt::TextElideMode m_elide = Qt::ElideMiddle;
    bool m_placeholder = false;
};

} // namespace assayer
