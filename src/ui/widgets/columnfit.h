// Column widths that follow the room there is: what a list holds is not cut while a column beside it stands empty.
#pragma once

#include <QObject>
#include <QStringList>

class QAbstractItemView;
class QHeaderView;

namespace assayer {

/// Property of a header, bool: its columns share the room by themselves; false from the moment the user sized one.
inline constexpr char fitsRoomProperty[] = "assayerFitsRoom";

/// Lives with its view. As wide as its samples each column has what it usually needs; elastic ones take the room that is left and
/// give first where there is too little, then the ones that give way are hidden, in their order. A column that the user sizes
/// ends this: from then on widths are the user's.
class ColumnFit final : public QObject {
    Q_OBJECT
public:
    struct Columns {
        QStringList samples; ///< what each column usually holds, in the order of the model; shorter than the model: the rest is left alone
        QList<int> elastic; ///< logical columns
        QList<int> givesWay; ///< logical columns, the first to go first
    };

    ColumnFit(QAbstractItemView *view, QHeaderView *header, Columns columns);

    /// The widths are shared by the room again, whatever the user did.
    void fitAgain();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Share {
        int column = 0;
        int natural = 0;
        int least = 0;
        bool isElastic = false;
    };

    void fit();
    QList<Share> shares() const;
    void sized(int column, int before, int now);
    void emptyHidden();
    void show(const QList<Share> &shares, int room);

    QAbstractItemView *m_view;
    QHeaderView *m_header;
    Columns m_columns;
    bool m_fitting = false;
};

} // namespace assayer
