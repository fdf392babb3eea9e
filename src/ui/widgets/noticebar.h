// One notice above a list: icon, words, buttons, close. Screen readers are told.
#pragma once

#include "ui/presentation/tones.h"

#include <QFrame>
#include <QList>

#include <utility>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace assayer {

/// Hidden while it has no words. Children are named after the bar: `<objectName>Text`, `<objectName>Icon`, `<objectName>Close`, `<objectName>More`,
/// buttons `<objectName><Id>Button` with the first letter of the id in upper case.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    /// Id of a button and its words.
    using Buttons = QList<std::pair<QString, QString>>;

    explicit NoticeBar(QWidget *parent = nullptr);

    /// Words are plain text; text of the server in them went through visible(). The same notice again raises no new alert.
    void setNotice(Tone tone, const QString &words, const Buttons &buttons = {}, bool closable = true);
    void clear();
    QString words() const;
    Tone tone() const { return m_tone; }
    /// One line, elided, and "More" beside it, for low windows.
    void setCompact(bool compact);

Q_SIGNALS:
    void triggered(const QString &id);
    void closed(); ///< by the user

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setButtons(const Buttons &buttons);
    void refresh();
    void fitText();

    Tone m_tone = Tone::Plain;
    QString m_words;
    Buttons m_buttons;
    bool m_compact = false;
    bool m_open = false; ///< compact, but the user wants all of it
    QLabel *m_icon;
    QLabel *m_text;
    QToolButton *m_more;
    QToolButton *m_close;
    QHBoxLayout *m_buttonRow;
};

} // namespace assayer
