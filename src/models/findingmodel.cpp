#include "models/findingmodel.h"

#include "models/rowmodel.h"
#include "platform/visibletext.h"

#include <QHash>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace assayer {

namespace {

constexpr std::string_view framePrefix = "frame:";

int severityIndex(Severity severity)
{
    return static_cast<int>(severity);
}

/// First step of a report pointer, or "frame".
QString listOf(const Finding &finding)
{
    const std::string_view where = finding.where;
    if (where.starts_with(framePrefix))
        return QStringLiteral("frame");
    if (!where.starts_with('/'))
        return {};
    const std::size_t end = where.find('/', 1);
    return fromWire(where.substr(1, end == std::string_view::npos ? end : end - 1));
}

bool holds(const std::string &text, const QString &needle)
{
    return fromWire(text).contains(needle, Qt::CaseInsensitive);
}

} // namespace

FindingModel::FindingModel(QObject *parent)
    : TwoLevelModel(parent)
{
}

void FindingModel::setFindings(Findings findings)
{
    m_findings = std::move(findings);
    m_changes.clear();
    rebuild();
}

void FindingModel::setComparison(const Findings &before, const Findings &after)
{
    const auto same = [](const Finding &a) { return a.rule + '\n' + a.where + '\n' + a.message + '\n' + char('0' + severityIndex(a.severity)); };
    QHash<QByteArray, int> old;
    for (const Finding &finding : before)
        ++old[QByteArray::fromStdString(same(finding))];
    m_findings = after;
    m_changes.clear();
    for (const Finding &finding : after) {
        int &left = old[QByteArray::fromStdString(same(finding))];
        m_changes.push_back(left > 0 ? Same : New);
        left -= left > 0 ? 1 : 0;
    }
    for (const Finding &finding : before) {
        int &left = old[QByteArray::fromStdString(same(finding))];
        if (left <= 0)
            continue;
        --left;
        m_findings.push_back(finding);
        m_changes.push_back(Gone);
    }
    rebuild();
}

void FindingModel::append(const Finding &finding)
{
    m_findings.push_back(finding);
    if (!m_changes.empty())
        m_changes.push_back(Same);
    const std::size_t position = m_findings.size() - 1;
    if (!shows(finding))
        return;
    const QString group = key(finding);
    const auto found = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group &g) { return m_grouping != Flat && g.key == group; });
    if (found == m_groups.end()) {
        const int row = parents();
        beginInsertRows({}, row, row);
        m_groups.push_back({ group, { position } });
        endInsertRows();
        return;
    }
    // The group's own row shows its first finding while it is alone; a second one makes children of both.
    const QModelIndex parent = index(static_cast<int>(found - m_groups.begin()), 0);
    const int before = children(parent.row());
    beginInsertRows(parent, before, before == 0 ? 1 : before);
    found->findings.push_back(position);
    endInsertRows();
    Q_EMIT dataChanged(parent, parent.siblingAtColumn(ColumnCount - 1));
}

void FindingModel::setGrouping(Grouping grouping)
{
    m_grouping = grouping;
    rebuild();
}

void FindingModel::setFilter(const QString &text)
{
    m_filter = text;
    rebuild();
}

void FindingModel::setShown(assayer::Severity severity, bool shown)
{
    m_shown[static_cast<std::size_t>(severityIndex(severity))] = shown;
    rebuild();
}

int FindingModel::count(assayer::Severity severity) const
{
    return static_cast<int>(std::count_if(m_findings.begin(), m_findings.end(), [&](const Finding &finding) { return finding.severity == severity; }));
}

const Finding *FindingModel::finding(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const bool child = index.parent().isValid();
    const Group &group = m_groups[static_cast<std::size_t>(child ? index.parent().row() : index.row())];
    return &m_findings[group.findings[child ? static_cast<std::size_t>(index.row()) : 0]];
}

quint64 FindingModel::frameOf(const Finding &finding)
{
    const std::string_view where = finding.where;
    if (!where.starts_with(framePrefix))
        return 0;
    quint64 number = 0;
    std::from_chars(where.data() + framePrefix.size(), where.data() + where.size(), number);
    return number;
}

QString FindingModel::key(const Finding &finding) const
{
    switch (m_grouping) {
    case ByRule:
        return fromWire(finding.rule);
    case ByList:
        return listOf(finding);
    case ByRecord:
        return QString::number(frameOf(finding));
    case Flat:
        break;
    }
    return {};
}

bool FindingModel::shows(const Finding &finding) const
{
    return m_shown[static_cast<std::size_t>(severityIndex(finding.severity))]
        && (m_filter.isEmpty() || holds(finding.rule, m_filter) || holds(finding.message, m_filter) || holds(finding.where, m_filter));
}

void FindingModel::rebuild()
{
    beginResetModel();
    m_groups.clear();
    QHash<QString, std::size_t> positions;
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        if (!shows(m_findings[i]))
            continue;
        const QString group = key(m_findings[i]);
        const auto found = m_grouping == Flat ? positions.end() : positions.find(group);
        if (found != positions.end()) {
            m_groups[*found].findings.push_back(i);
            continue;
        }
        positions.insert(group, m_groups.size());
        m_groups.push_back({ group, { i } });
    }
    endResetModel();
}

int FindingModel::children(int parent) const
{
    const auto size = static_cast<int>(m_groups[static_cast<std::size_t>(parent)].findings.size());
    return size > 1 ? size : 0;
}

QVariant FindingModel::parentCell(int row, int column, int role) const
{
    const Group &group = m_groups[static_cast<std::size_t>(row)];
    if (role == CountRole)
        return static_cast<int>(group.findings.size());
    if (role == Qt::DisplayRole && column == Count)
        return static_cast<int>(group.findings.size());
    if (role == SeverityRole) {
        int worst = 0;
        for (const std::size_t finding : group.findings)
            worst = std::max(worst, severityIndex(m_findings[finding].severity));
        return worst;
    }
    if (role == ChangeRole) {
        for (const std::size_t finding : group.findings) {
            if (changeOf(finding) != changeOf(group.findings.front()))
                return Same;
        }
    }
    return cell(group.findings.front(), column, role);
}

QVariant FindingModel::childCell(int parent, int row, int column, int role) const
{
    const Group &group = m_groups[static_cast<std::size_t>(parent)];
    if (role == Qt::DisplayRole && column == Count)
        return {};
    return cell(group.findings[static_cast<std::size_t>(row)], column, role);
}

QVariant FindingModel::cell(std::size_t position, int column, int role) const
{
    const Finding &finding = m_findings[position];
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        break;
    case IdentityRole:
        return QVariant::fromValue<quint64>(identityHash(finding.rule + '\n' + finding.where + '\n' + finding.message));
    case FrameRole:
        return QVariant::fromValue<quint64>(frameOf(finding));
    case SeverityRole:
        return severityIndex(finding.severity);
    case NumericRole:
        return column == Count || column == Record;
    case FindingRole:
        return QVariant::fromValue(finding);
    case CountRole:
        return 1;
    case ChangeRole:
        return changeOf(position);
    case MutedRole:
        return changeOf(position) == Gone;
    case WhereRole:
        return fromWire(finding.where);
    default:
        return {};
    }
    const quint64 frame = frameOf(finding);
    switch (column) {
    case Severity:
        return QString::fromLatin1(severityName(finding.severity));
    case Rule:
        return fromWire(finding.rule);
    case What:
        return fromWire(finding.message);
    case Record:
        return frame ? QVariant::fromValue<qulonglong>(frame) : QVariant();
    default:
        return {};
    }
}

} // namespace assayer
