#include "models/resourcetemplatemodel.h"

namespace assayer {

ResourceTemplateModel::ResourceTemplateModel(QObject *parent)
    : EntryModel("uriTemplate", parent)
{
}

QVariant ResourceTemplateModel::entryCell(const json::Node &node, int column, int role) const
{
    if (role == MimeTypeRole)
        return text(node, "mimeType");
    if (role != Qt::DisplayRole && role != ExactTextRole)
        return {};
    return text(node, column == Name ? "name" : column == Template ? "uriTemplate" : "mimeType");
}

} // namespace assayer
