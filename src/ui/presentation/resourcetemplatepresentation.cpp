#include "ui/presentation/resourcetemplatepresentation.h"

#include "models/resourcetemplatemodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString ResourceTemplatePresentation::header(int column) const
{
    return column == ResourceTemplateModel::Name ? tr("Name") : column == ResourceTemplateModel::Template ? tr("URI template") : tr("Type");
}

QVariant ResourceTemplatePresentation::words(const QModelIndex &source, int column) const
{
    return column == ResourceTemplateModel::Name ? QVariant(shownName(source.data())) : QVariant();
}

QVariant ResourceTemplatePresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        return column == ResourceTemplateModel::Name && source.data(SeverityRole).isValid() ? QVariant(severityIcon(Severity::Warning)) : QVariant();
    case FixedFontRole:
        return column != ResourceTemplateModel::Name;
    case ElideMiddleRole:
        return column != ResourceTemplateModel::Type;
    default:
        return {};
    }
}

QString ResourceTemplatePresentation::sentence(const QModelIndex &source) const
{
    return tr("Template %1, %2.").arg(spokenText(shownName(source.siblingAtColumn(ResourceTemplateModel::Name).data())),
        quoted(source, ResourceTemplateModel::Template));
}

} // namespace assayer
