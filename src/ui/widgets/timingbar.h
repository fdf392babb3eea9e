// Phases of an exchange on one line: resolve, connect, TLS, wait, body.
#pragma once

#include <QList>
#include <QWidget>

namespace assayer {

class TimingBar : public QWidget {
    Q_OBJECT
public:
    struct Phase {
        QString name; ///< translated word
        qint64 ns = 0;
    };

    explicit TimingBar(QWidget *parent = nullptr);
    void setPhases(const QList<Phase> &phases);
    const QList<Phase> &phases() const { return m_phases; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QList<QRect> rects() const;
    QString words() const;

    QList<Phase> m_phases;
};

} // namespace assayer
