// Two JSON values beside each other, with the places that differ listed and marked in both.
#pragma once

#include "json/document.h"
#include "trace/jsondiff.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTreeView;

namespace assayer {

class ExactTextView;
class ListDiffModel;
class Placeholder;

/// Object names: `<objectName>Before`, `<objectName>After` (texts), `<objectName>Places` (the list). Texts are indented copies:
/// tokens stand exactly as they came.
class SideBySide : public QWidget {
    Q_OBJECT
public:
    explicit SideBySide(const QString &objectName, QWidget *parent = nullptr);

    /// Headings of both sides.
    void setNames(const QString &before, const QString &after);
    void show(const json::Node &before, const json::Node &after, const std::vector<JsonDifference> &differences);
    /// `words` stand in place of the texts.
    void clear(const QString &words);
    /// Goes to the next place that differs; false where there is none.
    bool step(bool backward);

private:
    void goToPlace(int row);

    QLabel *m_beforeName;
    QLabel *m_afterName;
    ExactTextView *m_before;
    ExactTextView *m_after;
    ListDiffModel *m_places;
    QTreeView *m_view;
    Placeholder *m_noPlaces = nullptr;
    std::vector<std::pair<std::pair<quint32, quint32>, std::pair<quint32, quint32>>> m_ranges; ///< in both texts, one per place
};

} // namespace assayer
