#include "ui/presentation/capabilitypresentation.h"

#include "models/capabilitymodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString CapabilityPresentation::header(int column) const
{
    switch (column) {
    case CapabilityModel::Side:
        return tr("Side");
    case CapabilityModel::Name:
        return tr("Capability");
    case CapabilityModel::Value:
        return tr("Value");
    default:
        return tr("Used");
    }
}

QVariant CapabilityPresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case CapabilityModel::Side:
        return source.data(CapabilityModel::SideRole).toInt() == CapabilityRow::Server ? tr("server") : tr("Assayer");
    case CapabilityModel::Value:
        return source.data(CapabilityModel::StatedRole).toBool() ? QVariant() : QVariant(tr("not stated"));
    case CapabilityModel::Used: {
        const bool used = source.data(CapabilityModel::UsedRole).toBool();
        if (source.data(CapabilityModel::DeprecatedRole).toBool())
            return used ? tr("used, deprecated") : tr("deprecated");
        return used ? tr("used") : QString();
    }
    default:
        return {};
    }
}

QVariant CapabilityPresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case Qt::DecorationRole:
        if (source.column() != CapabilityModel::Name)
            return {};
        return source.data(CapabilityModel::StatedRole).toBool() ? toneIcon(Shape::Tick, Tone::Ok) : toneIcon(Shape::Ring, Tone::Muted);
    case FixedFontRole:
        return source.column() == CapabilityModel::Name || source.column() == CapabilityModel::Value;
    default:
        return {};
    }
}

QString CapabilityPresentation::sentence(const QModelIndex &source) const
{
    const QString stated = source.data(CapabilityModel::StatedRole).toBool() ? quoted(source, CapabilityModel::Value) : tr("not stated");
    const QString old = source.data(CapabilityModel::DeprecatedRole).toBool() ? tr(", deprecated") : QString();
    return tr("Capability %1 of %2: %3%4.").arg(quoted(source, CapabilityModel::Name), words(source, CapabilityModel::Side).toString(), stated, old);
}

} // namespace assayer
