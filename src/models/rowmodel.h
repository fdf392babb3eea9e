// Index arithmetic of all flat models, once: which source rows are shown, and how a refresh or a filter becomes row changes.
#pragma once

#include "base/finding.h"
#include "models/roles.h"

#include <QAbstractTableModel>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace assayer {

/// A table whose visible rows are an index vector over an immutable source.
///
/// A refresh keeps rows by identity: vanished rows are removed, moved ones keep their persistent indexes, new ones are
/// inserted; where that would cost more than a reset (see MaxRanges), the model resets and IdentityRole finds the row again.
/// A filter over more than SyncRows rows is evaluated in the thread pool; filtered() tells when it is in force.
class RowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr qsizetype SyncRows = 2000; ///< up to here a filter is evaluated at once
    static constexpr qsizetype DiffRows = 20'000; ///< up to here a refresh is a set of row changes
    static constexpr int MaxRanges = 64; ///< more ranges than this become a reset

    explicit RowModel(QObject *parent = nullptr);
    ~RowModel() override;

    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final;
    /// Column number as text: headers are words, and words are the presentation's.
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    /// Rows hold the text in their filter text, case-insensitive; empty shows all. The old rows stay until the new are known.
    void setFilter(const QString &text);
    QString filter() const { return m_filter; }
    /// Rows of the source, shown or not; dividers are not counted.
    virtual qsizetype total() const { return sourceRows(); }
    /// Visible row of that identity, or -1.
    int rowOf(quint64 identity) const;
    /// Position in the source of a visible row.
    qsizetype sourceRow(int row) const { return static_cast<qsizetype>(m_visible[static_cast<std::size_t>(row)]); }

Q_SIGNALS:
    /// A filter is in force (also after a refresh with a filter).
    void filtered();

protected:
    /// Says of a source row whether it is shown. Owns what it reads: it may run in another thread, after the model is gone.
    using Matcher = std::function<bool(qsizetype)>;

    virtual int columns() const = 0;
    virtual qsizetype sourceRows() const = 0;
    virtual QVariant cell(qsizetype row, int column, int role) const = 0;
    /// Hash of what makes the row itself; equal ones are told apart by their order. Default: the position.
    virtual quint64 identity(qsizetype row) const;
    /// Null: everything matches.
    virtual Matcher matcher(const QString &text) const;
    /// Whether rows are left out although the filter text is empty.
    virtual bool filtersWithoutText() const { return false; }

    /// What matcher() says has changed.
    void refilter() { startFilter(); }
    /// `swap` exchanges the source in force with the new one, and back when called again; the difference becomes row changes.
    void replaceSource(const std::function<void()> &swap);
    /// The source grew at its end; existing rows are unchanged.
    void appendedTo(qsizetype oldRows);
    /// Rows of the source changed in place.
    void changed(qsizetype firstSource, qsizetype lastSource);
    /// Everything shown changed in place (words of other sources, e.g. metadata).
    void changedAll();

private:
    using Rows = std::vector<quint32>;
    using Ids = std::vector<quint64>;
    class Link;
    struct Difference;

    Ids identities(const Rows &rows) const;
    Rows matching(const Matcher &matcher) const;
    Matcher currentMatcher() const;
    void startFilter();
    void takeFilter(quint64 run, Rows rows);
    void becomeRows(Rows rows, const Ids &oldIds, const Ids &newIds, const std::function<void()> &swap);
    void removeVanished(const Difference &difference);
    void reorder(const Difference &difference);
    void insertNew(const Difference &difference, const Rows &rows);
    void reset(Rows rows, const std::function<void()> &swap);

    Rows m_visible;
    QString m_filter;
    quint64 m_run = 0; ///< newest filter run; older answers are dropped
    bool m_running = false; ///< a job in the thread pool works for m_run
    std::shared_ptr<Link> m_link; ///< how a job reaches this model, if it still lives
};

/// 64-bit hash for identities.
quint64 identityHash(std::string_view text, quint64 seed = 0);

} // namespace assayer
