// Bytes as hex and text, sixteen a row; any size.
#pragma once

#include <QAbstractScrollArea>
#include <QByteArray>

#include <memory>

namespace assayer {

class HexView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit HexView(QWidget *parent = nullptr);
    ~HexView() override;

    /// Shared, not copied.
    void setBytes(const QByteArray &bytes);
    const QByteArray &bytes() const;
    /// Selects and scrolls to them. Does not emit selectionChanged().
    void select(qsizetype begin, qsizetype end);
    std::pair<qsizetype, qsizetype> selection() const;
    /// "0000  7b 22 ...  {"j...": a row as it is painted.
    QString rowText(qsizetype row) const;
    qsizetype rowCount() const;
    void setPlaceholderText(const QString &text);
    QSize sizeHint() const override;

public Q_SLOTS:
    void copy(); ///< the selected bytes as hex text, or all
    void copyText(); ///< the selected bytes as UTF-8

Q_SIGNALS:
    /// By mouse or keyboard.
    void selectionChanged(qsizetype begin, qsizetype end);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
