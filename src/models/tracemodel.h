// The trace as a table: virtual over the log, millions of rows; a filter is a vector of row numbers made in another thread.
#pragma once

#include "models/roles.h"
#include "trace/filter.h"
#include "trace/tracefacts.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>

#include <memory>
#include <optional>
#include <vector>

namespace assayer {

/// Cells are read from the log when they are painted; nothing is kept per row. "Row" is a row of this table, "record" the
/// sequence number of the file. Rows only ever grow at the end, but for filters and clearing.
class TraceModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Seq, Marked, Time, Delta, Dir, ChannelColumn, Method, Id, Target, Status, Duration, Size, FindingsColumn, CommentColumn, ColumnCount };
    /// What the Time column shows: time of day, time since the reference (or the first record), time since the row above.
    enum TimeFormat { Absolute, Relative, SincePrevious };
    enum Role {
        TypeRole = FirstOwnRole, ///< QByteArray: the file's word
        DirectionRole, ///< int(Direction); invalid for records that are not on the wire
        ChannelRole, ///< int(Channel)
        KindRole, ///< int(MessageKind)
        StatusRole, ///< int(AnswerStatus)
        HttpStatusRole, ///< int; invalid where there is none
        WallRole, ///< qlonglong: ns since 1970
        RelativeRole, ///< qlonglong: ns to the reference; invalid unless TimeFormat is Relative
        DeltaRole, ///< qlonglong: ns to the row above
        DurationRole, ///< qlonglong: ns; invalid where there is none
        SizeRole, ///< qlonglong: bytes of the wire; invalid for records without bytes
        RuleRole, ///< QString: first rule that a finding at this record names
        FindingCountRole, ///< int
        MarkedRole, ///< bool
        CommentRole, ///< QString
        MethodRole, ///< QString: exact; untrusted
        MalformedRole, ///< bool: should be a message and is none
        RequestFrameRole, ///< qulonglong: of an answer its request; 0 where not known
        TimeFormatRole, ///< int(TimeFormat)
        ColourRole, ///< int: what the first colour rule that holds says; invalid where none does
    };

    /// Records that match are shown in that colour; what the number means is the presentation's.
    struct ColourRule {
        std::shared_ptr<const Filter> filter;
        int colour = 0;
    };

    explicit TraceModel(QObject *parent = nullptr);
    ~TraceModel() override;

    /// Both null: empty. The analyzer is that of the log and is updated by its owner; facts of records it has not reached are empty.
    void setTrace(TraceLogPtr log, std::shared_ptr<const TraceAnalyzer> analyzer);
    /// Takes in what log and analyzer have by now: appended rows, facts that became known. Cheap; call it on TraceLog::appended
    /// and when the analyzer went on.
    void advance();
    void setFindings(std::shared_ptr<const FindingIndex> findings);

    /// Null: all. Rows stay until the new vector is made; filtered() follows. New records are judged as they arrive.
    void setFilter(std::shared_ptr<const Filter> filter);
    /// Only these records of the log (rows of the log, ascending): an exchange followed. Empty: off.
    void setOnly(std::vector<quint64> logRows);
    bool isOnly() const;
    /// Hides the records before now, or shows them again; nothing is deleted.
    void clearBefore();
    void showCleared();
    quint64 clearedCount() const;

    quint64 total() const; ///< records of the log
    std::optional<int> rowOfSeq(quint64 seq) const; ///< nullopt where it is filtered out or does not exist
    /// The row of that record, or the next one shown after it; -1 for none.
    int nearestRow(quint64 seq) const;
    quint64 seqOf(int row) const;
    quint64 logRow(int row) const;
    /// Rows of the log that are shown, ascending: what "displayed" means in an export.
    std::vector<quint64> shownLogRows() const;
    const TraceLogPtr &log() const;
    const std::shared_ptr<const TraceAnalyzer> &analyzer() const;

    void setMarked(quint64 seq, bool marked);
    const QSet<quint64> &marked() const;
    /// Next marked row after `row`, wrapping; -1 for none.
    int nextMarked(int row) const;
    void setComment(quint64 seq, const QString &comment); ///< empty: none
    QString comment(quint64 seq) const;
    const QHash<quint64, QString> &comments() const;
    /// Replaces all marks and comments: those of an opened trace.
    void setNotes(const QSet<quint64> &marked, const QHash<quint64, QString> &comments);
    /// Times are shown relative to that record; 0: to the first one.
    void setReference(quint64 seq);
    quint64 reference() const;
    void setTimeFormat(TimeFormat format);
    TimeFormat timeFormat() const;
    /// The first rule that holds decides. Asked for rows that are painted only.
    void setColourRules(std::vector<ColourRule> rules);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void filtered(); ///< a filter is in force
    void appended(int firstRow, int lastRow);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
