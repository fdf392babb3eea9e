// Requests as bars over time, one a line: what waited for what.
#pragma once

#include "ui/presentation/tones.h"

#include <QAbstractScrollArea>
#include <QList>

#include <memory>

namespace assayer {

/// Read-only; lays out visible lines only. Up and Down choose a bar, Enter opens its record, + and - zoom, 0 shows all.
class TimelineView : public QAbstractScrollArea {
    Q_OBJECT
public:
    struct Bar {
        quint64 seq = 0; ///< record of the request
        quint64 endSeq = 0; ///< record of the answer; 0 while there is none
        qint64 beginNs = 0; ///< any clock that never falls
        qint64 endNs = -1; ///< -1: still open
        int depth = 0;
        Tone tone = Tone::Note; ///< tells how it ended; the label says it in words
        QString label; ///< made visible already
    };

    explicit TimelineView(QWidget *parent = nullptr);
    ~TimelineView() override;

    /// `nowNs`: where open bars end. Keeps the chosen bar by its record.
    void setBars(QList<Bar> bars, qint64 nowNs);
    const QList<Bar> &bars() const;
    /// Chooses the bar that begins or ends at that record; none where there is no such bar. Does not emit activated().
    void showSeq(quint64 seq);
    int currentBar() const; ///< -1 for none
    void setPlaceholderText(const QString &text);
    /// "tools/call search_notes, 42 ms, answered": a line as a screen reader says it.
    QString barText(qint64 bar) const;
    QSize sizeHint() const override;

Q_SIGNALS:
    void activated(quint64 seq);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
