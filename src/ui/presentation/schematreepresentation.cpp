#include "ui/presentation/schematreepresentation.h"

#include "models/schematreemodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString SchemaTreePresentation::header(int column) const
{
    switch (column) {
    case SchemaTreeModel::Name:
        return tr("Name");
    case SchemaTreeModel::Type:
        return tr("Type");
    case SchemaTreeModel::Constraints:
        return tr("Constraints");
    default:
        return tr("Description");
    }
}

QVariant SchemaTreePresentation::words(const QModelIndex &source, int column) const
{
    if (column == SchemaTreeModel::Name) {
        const QString name = source.data().toString();
        if (name.isEmpty())
            return source.parent().isValid() ? tr("(empty name)") : tr("(schema)");
        return source.data(SchemaTreeModel::RequiredRole).toBool() ? visible(name) + QStringLiteral(" *") : visible(name);
    }
    if (column == SchemaTreeModel::Type && source.data(SchemaTreeModel::RecursiveRole).toBool())
        return tr("%1, as above").arg(visible(source.data().toString()));
    return {};
}

QVariant SchemaTreePresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case FixedFontRole:
        return source.column() != SchemaTreeModel::Description;
    case EmphasisRole:
        return source.column() == SchemaTreeModel::Name && source.data(SchemaTreeModel::RequiredRole).toBool();
    case ToneRole:
        return source.column() == SchemaTreeModel::Type ? QVariant(static_cast<int>(Tone::Note)) : QVariant();
    default:
        return {};
    }
}

QString SchemaTreePresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { spokenText(words(source, SchemaTreeModel::Name).toString()), quoted(source, SchemaTreeModel::Type) };
    if (source.data(SchemaTreeModel::RequiredRole).toBool())
        parts += tr("required");
    if (const QString constraints = quoted(source, SchemaTreeModel::Constraints); !constraints.isEmpty())
        parts += constraints;
    return parts.join(QStringLiteral(", "));
}

} // namespace assayer
