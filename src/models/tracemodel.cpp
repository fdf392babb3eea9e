#include "models/tracemodel.h"

#include "models/tracecells.h"
#include "platform/visibletext.h"

#include <QHash>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>

namespace assayer {

namespace {

constexpr quint64 syncRows = 2'000; ///< up to here new records are judged at once
constexpr qsizetype mostColours = 4096;
constexpr quint64 mostRows = std::numeric_limits<int>::max();
constexpr quint64 manyRows = 100'000; ///< a view needs a frame of its own to make room for more
constexpr quint64 firstRows = 10'000; ///< of so many

} // namespace

class TraceModel::Private {
public:
    /// How a job in the thread pool reaches the model, if it still lives.
    struct Link {
        std::mutex mutex;
        TraceModel *model;
    };

    explicit Private(TraceModel *model)
        : q(model)
        , link(std::make_shared<Link>())
    {
        link->model = model;
    }

    bool isMapped() const { return filter || !only.empty(); }
    quint64 logRow(int row) const { return isMapped() ? visible[static_cast<std::size_t>(row)] : base + static_cast<quint64>(row); }
    int rows() const { return static_cast<int>(isMapped() ? visible.size() : count - std::min(base, count)); }
    void reset(const std::function<void()> &change);
    void startFilter(std::shared_ptr<const Filter> wanted);
    void takeFilter(quint64 turn, const std::shared_ptr<const Filter> &wanted, std::vector<quint32> rows, quint64 to);
    void judgeNew();
    void append(const std::vector<quint32> &fresh, quint64 to);
    void showOnly();
    void takeFacts();
    void changed(quint64 fromLogRow, quint64 toLogRow);
    void allChanged();
    int colourOf(quint64 row) const;
    qint64 sinceReference(quint64 row) const;
    int firstRowAt(quint64 row) const;

    TraceModel *q;
    std::shared_ptr<Link> link;
    TraceLogPtr log;
    std::shared_ptr<const TraceAnalyzer> analyzer;
    std::shared_ptr<const FindingIndex> findings;
    std::shared_ptr<const Filter> filter; ///< in force
    std::shared_ptr<const Filter> pending; ///< asked for, being evaluated
    std::vector<quint64> only;
    std::vector<quint32> visible;
    quint64 count = 0; ///< records taken in
    quint64 facts = 0; ///< records whose facts are taken in
    quint64 judged = 0; ///< records the filter in force has seen
    quint64 base = 0; ///< records before are cleared from view
    quint64 turn = 0;
    quint64 reference = 0;
    TimeFormat timeFormat = Absolute;
    std::vector<ColourRule> rules;
    mutable QHash<quint64, int> colours; ///< of rows painted lately; -1 none
    bool judging = false;
    bool postponed = false; ///< most of the rows follow in a turn of their own
    QSet<quint64> marked;
    QHash<quint64, QString> comments;
};

void TraceModel::Private::reset(const std::function<void()> &change)
{
    q->beginResetModel();
    change();
    q->endResetModel();
}

/// First table row whose record stands at or after that row of the log.
int TraceModel::Private::firstRowAt(quint64 row) const
{
    if (!isMapped())
        return static_cast<int>(std::clamp<quint64>(row, base, std::max(base, count)) - base);
    return static_cast<int>(std::lower_bound(visible.begin(), visible.end(), static_cast<quint32>(row)) - visible.begin());
}

void TraceModel::Private::startFilter(std::shared_ptr<const Filter> wanted)
{
    const quint64 own = ++turn;
    judging = false;
    pending = wanted;
    if (!wanted || !analyzer) {
        reset([&] {
            filter = analyzer ? std::move(wanted) : nullptr;
            pending = nullptr;
            visible.clear();
            judged = 0;
            showOnly();
        });
        Q_EMIT q->filtered();
        return;
    }
    judging = true;
    QThreadPool::globalInstance()->start([link = link, own, wanted, log = log, analyzer = analyzer, findings = findings, from = base, to = facts] {
        std::vector<quint32> rows = wanted->rows(*analyzer, from, std::max(from, to), findings.get());
        const std::lock_guard lock(link->mutex);
        if (!link->model)
            return;
        TraceModel *model = link->model;
        QMetaObject::invokeMethod(
            model, [model, own, wanted, rows = std::move(rows), to]() mutable { model->d->takeFilter(own, wanted, std::move(rows), to); },
            Qt::QueuedConnection);
    });
}

void TraceModel::Private::takeFilter(quint64 own, const std::shared_ptr<const Filter> &wanted, std::vector<quint32> rows, quint64 to)
{
    if (own != turn)
        return;
    judging = false;
    if (!only.empty()) { // evaluated again when the exchange is left
        filter = wanted;
        pending = nullptr;
        return;
    }
    if (filter == wanted && judged > 0 && pending == nullptr) {
        append(rows, to);
    } else {
        reset([&] {
            filter = wanted;
            pending = nullptr;
            visible = std::move(rows);
            judged = to;
        });
        Q_EMIT q->filtered();
    }
    judgeNew();
}

/// Records that arrived while a filter is in force: a few are judged here, many in the thread pool.
void TraceModel::Private::judgeNew()
{
    if (!filter || judging || judged >= facts || !only.empty())
        return;
    const quint64 from = judged;
    const quint64 to = facts;
    if (to - from <= syncRows)
        return append(filter->rows(*analyzer, from, to, findings.get()), to);
    judging = true;
    QThreadPool::globalInstance()->start([link = link, own = ++turn, wanted = filter, log = log, analyzer = analyzer, findings = findings, from, to] {
        std::vector<quint32> rows = wanted->rows(*analyzer, from, to, findings.get());
        const std::lock_guard lock(link->mutex);
        if (!link->model)
            return;
        TraceModel *model = link->model;
        QMetaObject::invokeMethod(
            model, [model, own, wanted, rows = std::move(rows), to]() mutable { model->d->takeFilter(own, wanted, std::move(rows), to); },
            Qt::QueuedConnection);
    });
}

void TraceModel::Private::append(const std::vector<quint32> &fresh, quint64 to)
{
    judged = to;
    if (fresh.empty())
        return;
    const int first = rows();
    const int last = first + static_cast<int>(fresh.size()) - 1;
    q->beginInsertRows({}, first, last);
    visible.insert(visible.end(), fresh.begin(), fresh.end());
    q->endInsertRows();
    Q_EMIT q->appended(first, last);
}

void TraceModel::Private::showOnly()
{
    if (!only.empty())
        visible.assign(only.begin(), only.end());
}

void TraceModel::Private::takeFacts()
{
    const quint64 before = facts;
    facts = analyzer ? std::min(analyzer->count(), count) : 0;
    if (facts > before)
        changed(before, facts - 1);
}

void TraceModel::Private::changed(quint64 fromLogRow, quint64 toLogRow)
{
    const int first = firstRowAt(fromLogRow);
    const int last = firstRowAt(toLogRow + 1) - 1;
    if (first <= last)
        Q_EMIT q->dataChanged(q->index(first, 0), q->index(last, ColumnCount - 1));
}

void TraceModel::Private::allChanged()
{
    colours.clear();
    if (rows() > 0)
        Q_EMIT q->dataChanged(q->index(0, 0), q->index(rows() - 1, ColumnCount - 1));
}

/// Facts of a record do not change once they are known, but for the answer of a request.
int TraceModel::Private::colourOf(quint64 row) const
{
    if (rules.empty() || row >= facts)
        return -1;
    const auto known = colours.constFind(row);
    if (known != colours.cend())
        return *known;
    if (colours.size() >= mostColours)
        colours.clear();
    int colour = -1;
    for (const ColourRule &rule : rules) {
        if (rule.filter->matches(*analyzer, row, findings.get())) {
            colour = rule.colour;
            break;
        }
    }
    colours.insert(row, colour);
    return colour;
}

qint64 TraceModel::Private::sinceReference(quint64 row) const
{
    const quint64 from = reference ? log->rowOf(reference).value_or(0) : 0;
    return log->monoNs(row) - log->monoNs(from);
}

TraceModel::TraceModel(QObject *parent)
    : QAbstractTableModel(parent)
    , d(std::make_unique<Private>(this))
{
}

TraceModel::~TraceModel()
{
    const std::lock_guard lock(d->link->mutex);
    d->link->model = nullptr;
}

void TraceModel::setTrace(TraceLogPtr log, std::shared_ptr<const TraceAnalyzer> analyzer)
{
    d->reset([&] {
        ++d->turn;
        d->judging = false;
        d->log = std::move(log);
        d->analyzer = std::move(analyzer);
        d->count = d->facts = d->judged = d->base = d->reference = 0;
        d->visible.clear();
        d->only.clear();
        d->findings = nullptr;
        d->marked.clear();
        d->comments.clear();
        d->colours.clear();
    });
    if (const auto wanted = d->pending ? d->pending : d->filter) {
        d->filter = nullptr;
        advance();
        d->startFilter(wanted);
    } else {
        advance();
    }
}

void TraceModel::advance()
{
    if (!d->log)
        return;
    quint64 newest = std::min(d->log->count(), mostRows);
    if (newest > d->count && !d->isMapped() && newest > d->base) {
        d->postponed = newest - d->count > manyRows && !d->postponed;
        if (d->postponed) { // what is to be seen first; the rest at once, for each time a view looks at all its rows
            newest = d->count + firstRows;
            QTimer::singleShot(1, this, &TraceModel::advance);
        }
        const int first = d->rows();
        const int last = static_cast<int>(newest - d->base) - 1;
        beginInsertRows({}, first, last);
        d->count = newest;
        endInsertRows();
        d->takeFacts();
        Q_EMIT appended(first, last);
        return;
    }
    d->count = newest;
    d->takeFacts();
    d->judgeNew();
}

void TraceModel::setFindings(std::shared_ptr<const FindingIndex> findings)
{
    d->findings = std::move(findings);
    d->colours.clear();
    if (d->filter && d->filter->needsFindings())
        return d->startFilter(d->filter);
    if (d->rows() > 0)
        Q_EMIT dataChanged(index(0, 0), index(d->rows() - 1, ColumnCount - 1));
}

void TraceModel::setFilter(std::shared_ptr<const Filter> filter)
{
    d->startFilter(std::move(filter));
}

void TraceModel::setOnly(std::vector<quint64> logRows)
{
    if (logRows.empty() && d->only.empty())
        return;
    if (logRows.empty() && d->filter) {
        const auto filter = d->filter;
        d->reset([&] {
            d->only.clear();
            d->filter = nullptr;
            d->visible.clear();
        });
        return d->startFilter(filter);
    }
    d->reset([&] {
        d->only = std::move(logRows);
        d->visible.clear();
        d->showOnly();
    });
}

bool TraceModel::isOnly() const
{
    return !d->only.empty();
}

void TraceModel::clearBefore()
{
    d->reset([&] {
        ++d->turn;
        d->judging = false;
        d->base = d->judged = d->count;
        d->only.clear();
        d->visible.clear();
    });
}

void TraceModel::showCleared()
{
    if (d->filter) {
        d->base = 0;
        return d->startFilter(d->filter);
    }
    d->reset([&] { d->base = 0; });
}

quint64 TraceModel::clearedCount() const
{
    return d->base;
}

quint64 TraceModel::total() const
{
    return d->count;
}

std::optional<int> TraceModel::rowOfSeq(quint64 seq) const
{
    const int row = nearestRow(seq);
    return row >= 0 && seqOf(row) == seq ? std::optional(row) : std::nullopt;
}

int TraceModel::nearestRow(quint64 seq) const
{
    if (!d->log)
        return -1;
    // Sequence numbers rise with rows, so a number that does not exist has a next one as well.
    quint64 low = 0;
    quint64 high = d->count;
    if (const auto exact = d->log->rowOf(seq)) {
        low = high = *exact;
    }
    while (low < high) {
        const quint64 middle = low + (high - low) / 2;
        if (d->log->seqOf(middle) < seq)
            low = middle + 1;
        else
            high = middle;
    }
    const int row = d->firstRowAt(low);
    return row < d->rows() ? row : -1;
}

quint64 TraceModel::seqOf(int row) const
{
    return row >= 0 && row < d->rows() ? d->log->seqOf(d->logRow(row)) : 0;
}

quint64 TraceModel::logRow(int row) const
{
    return d->logRow(row);
}

std::vector<quint64> TraceModel::shownLogRows() const
{
    if (d->isMapped())
        return { d->visible.begin(), d->visible.end() };
    std::vector<quint64> rows(static_cast<std::size_t>(d->rows()));
    std::iota(rows.begin(), rows.end(), d->base);
    return rows;
}

const TraceLogPtr &TraceModel::log() const
{
    return d->log;
}

const std::shared_ptr<const TraceAnalyzer> &TraceModel::analyzer() const
{
    return d->analyzer;
}

void TraceModel::setMarked(quint64 seq, bool marked)
{
    if (marked)
        d->marked.insert(seq);
    else
        d->marked.remove(seq);
    if (const auto row = rowOfSeq(seq))
        Q_EMIT dataChanged(index(*row, 0), index(*row, ColumnCount - 1));
}

const QSet<quint64> &TraceModel::marked() const
{
    return d->marked;
}

int TraceModel::nextMarked(int row) const
{
    QList<int> rows;
    for (const quint64 seq : d->marked) {
        if (const auto at = rowOfSeq(seq))
            rows += *at;
    }
    std::sort(rows.begin(), rows.end());
    const auto next = std::upper_bound(rows.begin(), rows.end(), row);
    return next != rows.end() ? *next : rows.isEmpty() ? -1 : rows.first();
}

void TraceModel::setComment(quint64 seq, const QString &comment)
{
    if (comment.isEmpty())
        d->comments.remove(seq);
    else
        d->comments.insert(seq, comment);
    if (const auto row = rowOfSeq(seq))
        Q_EMIT dataChanged(index(*row, 0), index(*row, ColumnCount - 1));
}

QString TraceModel::comment(quint64 seq) const
{
    return d->comments.value(seq);
}

const QHash<quint64, QString> &TraceModel::comments() const
{
    return d->comments;
}

void TraceModel::setNotes(const QSet<quint64> &marked, const QHash<quint64, QString> &comments)
{
    d->marked = marked;
    d->comments = comments;
    d->allChanged();
}

void TraceModel::setReference(quint64 seq)
{
    d->reference = seq;
    d->allChanged();
}

void TraceModel::setTimeFormat(TimeFormat format)
{
    d->timeFormat = format;
    d->allChanged();
}

TraceModel::TimeFormat TraceModel::timeFormat() const
{
    return d->timeFormat;
}

void TraceModel::setColourRules(std::vector<ColourRule> rules)
{
    d->rules = std::move(rules);
    d->allChanged();
}

quint64 TraceModel::reference() const
{
    return d->reference;
}

int TraceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : d->rows();
}

int TraceModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TraceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= d->rows())
        return {};
    const quint64 row = d->logRow(index.row());
    const quint64 seq = d->log->seqOf(row);
    const TraceCells cells(*d->log, row < d->facts ? d->analyzer.get() : nullptr, row);
    switch (role) {
    case IdentityRole:
    case FrameRole:
        return QVariant::fromValue<quint64>(seq);
    case MarkedRole:
        return d->marked.contains(seq);
    case CommentRole:
        return d->comments.value(seq);
    case RelativeRole:
        return d->timeFormat == Relative ? QVariant::fromValue<qlonglong>(d->sinceReference(row)) : QVariant();
    case TimeFormatRole:
        return d->timeFormat;
    case ColourRole: {
        const int colour = d->colourOf(row);
        return colour >= 0 ? QVariant(colour) : QVariant();
    }
    case DeltaRole:
        return QVariant::fromValue<qlonglong>(index.row() == 0 ? 0 : d->log->monoNs(row) - d->log->monoNs(d->logRow(index.row() - 1)));
    case FindingCountRole:
    case RuleRole:
    case SeverityRole:
        return TraceCells::finding(d->findings ? d->findings->at(seq) : nullptr, role);
    case NumericRole:
        return index.column() == Seq || index.column() == Time || index.column() == Delta || index.column() == Duration || index.column() == Size;
    case Qt::DisplayRole:
    case ExactTextRole:
        if (index.column() == CommentColumn)
            return d->comments.contains(seq) ? QVariant(d->comments.value(seq)) : QVariant();
        return index.column() == Seq ? QVariant::fromValue<qulonglong>(seq) : cells.text(index.column());
    default:
        return cells.value(role);
    }
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return role == Qt::DisplayRole && orientation == Qt::Horizontal ? QVariant(QString::number(section)) : QVariant();
}

} // namespace assayer
