#include "ui/widgets/placeholder.h"

#include <QAbstractItemView>
#include <QEvent>

namespace assayer {

Placeholder::Placeholder(QAbstractItemView *view)
    : QLabel(view->viewport())
    , m_view(view)
{
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setForegroundRole(QPalette::PlaceholderText);
    setMargin(fontMetrics().height());
    view->viewport()->installEventFilter(this);
    hide();
}

void Placeholder::setWords(const QString &words)
{
    setText(words);
    m_view->setAccessibleDescription(words);
    refresh();
}

/// A view tells nobody that its model was replaced; its viewport is painted then.
bool Placeholder::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::Paint)
        follow();
    if (event->type() == QEvent::Resize)
        refresh();
    return QLabel::eventFilter(watched, event);
}

void Placeholder::follow()
{
    QAbstractItemModel *model = m_view->model();
    if (model == m_model)
        return;
    if (m_model)
        m_model->disconnect(this);
    m_model = model;
    if (model) {
        connect(model, &QAbstractItemModel::rowsInserted, this, &Placeholder::refresh);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &Placeholder::refresh);
        connect(model, &QAbstractItemModel::modelReset, this, &Placeholder::refresh);
        connect(model, &QObject::destroyed, this, [this] { m_model = nullptr; });
    }
    refresh();
}

void Placeholder::refresh()
{
    follow();
    const bool empty = !m_view->model() || m_view->model()->rowCount(m_view->rootIndex()) == 0;
    setGeometry(m_view->viewport()->rect());
    setVisible(empty && !text().isEmpty());
}

} // namespace assayer
