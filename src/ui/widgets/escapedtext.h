// Several lines of the server's text: plain, escapes marked, read-only; Tab leaves it.
#pragma once

#include <QPlainTextEdit>

namespace assayer {

class EscapedText : public QPlainTextEdit {
    Q_OBJECT
public:
    static constexpr qsizetype Limit = 1 << 20; ///< characters shown; the rest is said to be in the raw entry

    explicit EscapedText(QWidget *parent = nullptr);

    void setServerText(const QString &exact);
    /// Words of ours instead, muted: "The tool has no description."
    void setPlaceholder(const QString &words);
    const QString &exactText() const { return m_exact; }
    /// Height of so many lines at most; 0: no bound.
    void setMaximumLines(int lines);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    /// Everything selected: the exact original; else the text as shown.
    QMimeData *createMimeDataFromSelection() const override;

private:
    void fitLines();

    QString m_exact;
    int m_lines = 0;
};

} // namespace assayer
