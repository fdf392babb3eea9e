#include "models/resourcemodel.h"

#include "models/nodes.h"

namespace assayer {

namespace {

QVariant statedSize(const json::Node &node)
{
    const json::Value *size = node.value->find("size");
    const auto bytes = size ? size->integer() : std::nullopt;
    return bytes && *bytes >= 0 ? QVariant::fromValue<qlonglong>(*bytes) : QVariant();
}

} // namespace

ResourceModel::ResourceModel(QObject *parent)
    : EntryModel("uri", parent)
{
}

void ResourceModel::setSubscribed(const QSet<QString> &uris)
{
    m_subscribed = uris;
    changedAll();
}

Badges ResourceModel::badges(const json::Node &node, bool excluded) const
{
    Badges badges = EntryModel::badges(node, excluded);
    if (m_subscribed.contains(nodes::string(node, "uri")))
        badges.append(Badge { Badge::Subscribed, {} });
    return badges;
}

QVariant ResourceModel::entryCell(const json::Node &node, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        switch (column) {
        case Name:
            return text(node, "name");
        case Type:
            return text(node, "mimeType");
        case Size:
            return role == Qt::DisplayRole ? statedSize(node) : QVariant(nodes::raw(nodes::member(node, "size")));
        case Uri:
            return text(node, "uri");
        default:
            return {};
        }
    case NumericRole:
        return column == Size;
    case MimeTypeRole:
        return text(node, "mimeType");
    case SizeRole:
        return statedSize(node);
    case SubscribedRole:
        return m_subscribed.contains(nodes::string(node, "uri"));
    default:
        return {};
    }
}

} // namespace assayer
