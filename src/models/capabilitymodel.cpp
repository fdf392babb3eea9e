#include "models/capabilitymodel.h"

#include "models/nodes.h"

#include <QStringList>

#include <array>

namespace assayer {

namespace {

constexpr std::array serverNames { "tools", "resources", "prompts", "completions", "logging", "tasks" };
constexpr std::array clientNames { "roots", "sampling", "elicitation", "tasks" };

/// A capability and, where it is an object, its members: "resources", "resources.subscribe".
void addStated(std::vector<CapabilityRow> &rows, CapabilityRow::Side side, const json::Node &node, const QString &name)
{
    rows.push_back({ side, name, nodes::raw(node), true, false });
    for (const json::Member &member : node.value->members())
        rows.push_back({ side, name + u'.' + fromWire(member.name()), nodes::raw({ node.document, &member.value() }), true, false });
}

bool isDeprecated(const CapabilityRow &row)
{
    const QStringView capability = QStringView(row.name).left(row.name.indexOf(u'.') < 0 ? row.name.size() : row.name.indexOf(u'.'));
    return row.side == CapabilityRow::Server ? capability == u"logging" : capability == u"roots" || capability == u"sampling";
}

template<class Names>
void addSide(std::vector<CapabilityRow> &rows, CapabilityRow::Side side, const json::Node &object, const Names &known)
{
    if (!object)
        return;
    for (const json::Member &member : object.value->members())
        addStated(rows, side, { object.document, &member.value() }, fromWire(member.name()));
    for (const char *name : known) {
        if (!object.value->find(name))
            rows.push_back({ side, QLatin1String(name), {}, false, false });
    }
}

} // namespace

CapabilityModel::CapabilityModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

void CapabilityModel::setCapabilities(const json::Node &server, const json::Node &client)
{
    std::vector<CapabilityRow> rows;
    addSide(rows, CapabilityRow::Server, server, serverNames);
    addSide(rows, CapabilityRow::Client, client, clientNames);
    setRows(std::move(rows));
}

void CapabilityModel::setUsed(const QStringList &names)
{
    for (qsizetype i = 0; i < sourceRows(); ++i) {
        CapabilityRow row = value(i);
        const bool used = row.side == CapabilityRow::Server && names.contains(row.name);
        if (row.used == used)
            continue;
        row.used = used;
        update(i, row);
    }
}

quint64 CapabilityModel::identity(qsizetype row) const
{
    return identityHash(value(row).name.toStdString(), static_cast<quint64>(value(row).side));
}

QVariant CapabilityModel::cell(qsizetype row, int column, int role) const
{
    const CapabilityRow &capability = value(row);
    switch (role) {
    case Qt::DisplayRole:
        return column == Name ? capability.name : column == Value ? capability.value : QString();
    case ExactTextRole:
        return column == Name ? QVariant(capability.name) : column == Value ? QVariant(capability.value) : QVariant();
    case MutedRole:
        return !capability.stated;
    case SideRole:
        return static_cast<int>(capability.side);
    case StatedRole:
        return capability.stated;
    case UsedRole:
        return capability.used;
    case DeprecatedRole:
        return isDeprecated(capability);
    default:
        return {};
    }
}

} // namespace assayer
