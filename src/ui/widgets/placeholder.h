// Words in the middle of an empty view: why it is empty and what fills it.
#pragma once

#include <QLabel>

class QAbstractItemModel;
class QAbstractItemView;

namespace assayer {

/// Child of the view's viewport; shown while the view's model has no rows and there are words. Name it `<page>Placeholder`.
class Placeholder : public QLabel {
    Q_OBJECT
public:
    /// Call after setModel() or before: it follows the view's model.
    explicit Placeholder(QAbstractItemView *view);

    /// Plain text; text of the server in it went through visible().
    void setWords(const QString &words);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow();
    void refresh();

    QAbstractItemView *m_view;
    QAbstractItemModel *m_model = nullptr;
};

} // namespace assayer
