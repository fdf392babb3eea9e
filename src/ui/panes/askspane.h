// Questions of the current server that wait for the user. Nothing has a default that acts by itself.
#pragma once

#include "inspection/inspectionclient.h"
#include "inspection/savedanswers.h"
#include "models/askmodel.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QAbstractProxyModel;
class QCheckBox;
class QComboBox;
class QFrame;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QStandardItemModel;
class QTreeView;
class QVBoxLayout;

namespace assayer {

class ArgumentForm;
class AskSamplingPanel;
class AskUrlPanel;
class Desk;
class EscapedText;
class ExactTextView;
class JsonEdit;
class JsonTreeView;
class Placeholder;

/// One question is a row; they may be answered in any order. What was withdrawn or left open stays readable as a muted row.
class AsksPane : public QWidget {
    Q_OBJECT
public:
    explicit AsksPane(QWidget *parent = nullptr);
    ~AsksPane() override;

    void setDesk(Desk *desk); ///< null for none
    void takeFocus(); ///< to the oldest question
    void accept(bool anyway = false);
    void decline();
    void cancel();

Q_SIGNALS:
    void recordWanted(quint64 frame);

private:
    enum Page { FormPage, UrlPage, SamplingPage, RootsPage, OtherPage, RawPage };
    void makeWidgets();
    QPushButton *makeButton(const QString &text, const char *name, QHBoxLayout *row);
    QWidget *makeRootsPanel();
    void wire();
    void refresh();
    void keepLate();
    void showCurrent();
    void showRequest(const AskRow &ask);
    void showState(const AskRow &ask);
    void showPreview();
    void showSaved(const AskRow &ask);
    void takeSaved(int index);
    void saveAnswer();
    void toggleRule(bool on);
    void toggleRaw(bool on);
    void answerWith(const QByteArray &result);
    void openPage();
    QByteArray resultNow() const;
    QByteArray rootsResult() const;
    QString problemNow() const;
    QString serverHost() const;
    std::optional<ServerRequest> request() const; ///< of the current row while it waits
    const AskRow *current() const;
    bool isWaiting() const;

    AskModel *m_model;
    QAbstractProxyModel *m_dressed;
    Desk *m_desk = nullptr;
    std::vector<AskRow> m_late; ///< withdrawn, or open when the connection ended
    SavedAnswers m_saved;
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
    QStandardItemModel *m_roots = nullptr;
    JsonTreeView *m_params = nullptr;
    JsonEdit *m_raw = nullptr;
    QWidget *m_savedRow = nullptr;
    QComboBox *m_savedCombo = nullptr;
    QCheckBox *m_rule = nullptr;
    QPushButton *m_save = nullptr;
    QCheckBox *m_previewCheck = nullptr;
    ExactTextView *m_preview = nullptr;
    QPushButton *m_accept = nullptr;
    QPushButton *m_decline = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_rawButton = nullptr;
    QPushButton *m_record = nullptr;
    QLabel *m_round = nullptr;
};

} // namespace assayer
