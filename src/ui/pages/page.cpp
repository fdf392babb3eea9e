#include "ui/pages/page.h"

#include "platform/visibletext.h"

#include <QResizeEvent>

namespace assayer {

QString pageTitle(PageId page)
{
    static const char *const titles[]
        = { "Server", "Tools", "Resources", "Templates", "Prompts", "Tasks", "Malformed", "Findings", "Era lab" };
    return QString::fromLatin1(titles[static_cast<int>(page)]);
}

PageId pageOf(ListKind kind)
{
    switch (kind) {
    case ListKind::Tools:
        return PageId::Tools;
    case ListKind::Resources:
        return PageId::Resources;
    case ListKind::ResourceTemplates:
        return PageId::Templates;
    case ListKind::Prompts:
        break;
    }
    return PageId::Prompts;
}

Page::Page(PageId id, Desk &desk, QWidget *parent)
    : QWidget(parent)
    , m_id(id)
    , m_desk(desk)
{
}

void Page::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit(event->size().width(), event->size().height());
}

void Page::fit(int, int) { }

QString shown(std::string_view text)
{
    return visible(text, Lines::One, 200);
}

QString shown(const QString &text)
{
    return visible(text, Lines::One, 200);
}

} // namespace assayer
