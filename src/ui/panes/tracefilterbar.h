// The filter line of the trace: its problem with the place, words it suggests, filters that were saved.
#pragma once

#include "trace/filter.h"

#include <QModelIndex>
#include <QObject>

#include <functional>
#include <memory>

class QMenu;

namespace Ui {
class TracePane;
}

namespace assayer {

class JsonTreeView;
class Preferences;

/// Drives `traceFilter`, `traceFilterError` and `traceSavedButton`. Window's thread.
class TraceFilterBar : public QObject {
    Q_OBJECT
public:
    TraceFilterBar(Ui::TracePane &ui, Preferences &preferences, QObject *parent);
    ~TraceFilterBar() override;

    QString text() const;
    bool isBlank() const;
    /// Applies it at once.
    void setText(const QString &text);
    /// No filter.
    void forget();
    /// Adds a comparison with "and", or "and not"; nothing where it stands there already.
    void add(const QString &comparison, bool negated);

    /// What a cell of the table says, as a comparison one would write; an empty cell as "not FIELD". Empty for none.
    static QString comparisonOf(const QModelIndex &cell);
    /// The same for the current node of a message's tree. `inBatch`: the first step of its pointer is the message of a batch.
    static QString comparisonOf(const JsonTreeView &tree, bool inBatch);

Q_SIGNALS:
    /// Null: no filter. Not emitted while the text is in error.
    void chosen(const std::shared_ptr<const assayer::Filter> &filter);
    void said(const QString &words);
    /// Something of the user's was removed; `undo` brings it back.
    void removed(const QString &words, const std::function<void()> &undo);

private:
    struct Saved {
        QString name;
        QString text;
    };
    void apply(const QString &text);
    void showProblem(const QString &words, qsizetype position);
    void fillMenu();
    void askName();
    QList<Saved> saved() const;
    void store(const QList<Saved> &filters);

    Ui::TracePane &m_ui;
    Preferences &m_preferences;
    QMenu *m_menu;
    QString m_applied;
};

} // namespace assayer
