// Questions of the current server that wait for the user. Nothing has a default that acts by itself.
#pragma once

#include "inspection/inspectionclient.h"
#include "models/askmodel.h"
#include "ui/presentation/tones.h"

#include <QPointer>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QAbstractProxyModel;
class QCheckBox;
class QFrame;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeView;
class QVBoxLayout;

namespace assayer {

class ArgumentForm;
class AskKeptBar;
class AskRootsPanel;
class AskSamplingPanel;
class AskUrlPanel;
class BadgeRow;
class Desk;
class EscapedText;
class ExactTextView;
class JsonEdit;
class JsonTreeView;
class Placeholder;
class WantedPages;

/// One question is a row; they may be answered in any order. What was withdrawn or left open stays readable as a muted row.
class AsksPane : public QWidget {
    Q_OBJECT
public:
    explicit AsksPane(QWidget *parent = nullptr);
    ~AsksPane() override;

    /// Null for none. `wanted`: pages of that desk to be visited before a call.
    void setDesk(Desk *desk, WantedPages *wanted = nullptr);
    /// The file of kept answers was changed elsewhere.
    void reloadKept();
    void takeFocus(); ///< to the oldest question
    void accept(bool anyway = false);
    void decline();
    void cancel();

Q_SIGNALS:
    void recordWanted(quint64 frame);
    /// A call that was refused until a page was visited is to be made again.
    void againWanted(quint64 action, const QByteArray &method, const QByteArray &name);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum Page { FormPage, UrlPage, SamplingPage, RootsPage, OtherPage, RawPage };
    void makeWidgets();
    QPushButton *makeButton(const QString &text, const char *name, QHBoxLayout *row);
    void wire();
    void refresh();
    void keepLate();
    void showCurrent();
    void showRequest(const AskRow &ask);
    void showState(const AskRow &ask);
    void showPreview();
    void showButtons(const AskRow &ask);
    void showTrouble(const QString &words, Tone tone = Tone::Warning);
    void fitList();
    void takeSaved(const QByteArray &resultJson);
    void keepAnswer();
    void toggleRaw(bool on);
    void answerWith(const QByteArray &result);
    void openPage();
    void callAgain();
    QByteArray resultNow() const;
    QString problemNow() const;
    QString serverHost() const;
    std::optional<ServerRequest> request() const; ///< of the current row while it waits
    const AskRow *current() const;
    bool isWaiting() const;

    AskModel *m_model;
    QAbstractProxyModel *m_dressed;
    Desk *m_desk = nullptr;
    std::vector<AskRow> m_late; ///< withdrawn, or open when the connection ended
    QPointer<WantedPages> m_wanted;
    QSet<quint64> m_opened; ///< wanted pages that the user opened
    QTimer m_tick;
    quint64 m_shown = 0;
    bool m_warned = false; ///< accept was pressed although there are problems: once more sends

    QTreeView *m_view = nullptr;
    Placeholder *m_words = nullptr;
    QFrame *m_detail = nullptr;
    QLabel *m_from = nullptr;
    EscapedText *m_text = nullptr;
    QLabel *m_state = nullptr;
    QStackedWidget *m_stack = nullptr;
    ArgumentForm *m_form = nullptr;
    AskUrlPanel *m_url = nullptr;
    AskSamplingPanel *m_sampling = nullptr;
    AskRootsPanel *m_roots = nullptr;
    JsonTreeView *m_params = nullptr;
    JsonEdit *m_raw = nullptr;
    AskKeptBar *m_kept = nullptr;
    QCheckBox *m_previewCheck = nullptr;
    ExactTextView *m_preview = nullptr;
    QPushButton *m_accept = nullptr;
    QPushButton *m_decline = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_rawButton = nullptr;
    QPushButton *m_record = nullptr;
    BadgeRow *m_badges = nullptr; ///< for questions of a deprecated kind
    QLabel *m_round = nullptr;
};

} // namespace assayer
