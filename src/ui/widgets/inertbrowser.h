// Markdown of a server, drawn but dead: no link acts, nothing is loaded, HTML stands as it was typed.
#pragma once

#include <QTextBrowser>

namespace assayer {

class InertBrowser final : public QTextBrowser {
    Q_OBJECT
public:
    explicit InertBrowser(QWidget *parent = nullptr);
    /// What cannot be seen becomes an escape first.
    void setServerMarkdown(const QString &markdown);
    QVariant loadResource(int type, const QUrl &name) override;

protected:
    void doSetSource(const QUrl &name, QTextDocument::ResourceType type) override;
};

} // namespace assayer
