#include "ui/presentation/promptpresentation.h"

#include "models/promptmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString PromptPresentation::header(int column) const
{
    return column == PromptModel::Name ? tr("Name") : column == PromptModel::Arguments ? tr("Arguments") : tr("Description");
}

QVariant PromptPresentation::words(const QModelIndex &source, int column) const
{
    if (column == PromptModel::Name)
        return shownName(source.data());
    if (column == PromptModel::Arguments)
        return tr("%n arg(s)", nullptr, source.data(PromptModel::ArgumentCountRole).toInt());
    return {};
}

QVariant PromptPresentation::look(const QModelIndex &source, int role) const
{
    const bool name = source.column() == PromptModel::Name;
    switch (role) {
    case Qt::DecorationRole:
        return name && source.data(SeverityRole).isValid() ? QVariant(severityIcon(Severity::Warning)) : QVariant();
    case FixedFontRole:
    case ElideMiddleRole:
        return name;
    default:
        return {};
    }
}

QString PromptPresentation::sentence(const QModelIndex &source) const
{
    const int arguments = source.data(PromptModel::ArgumentCountRole).toInt();
    const int required = source.data(PromptModel::RequiredCountRole).toInt();
    return tr("Prompt %1, %2, %3 of them required.").arg(spokenText(shownName(source.siblingAtColumn(PromptModel::Name).data())),
        tr("%n argument(s)", nullptr, arguments), QString::number(required));
}

} // namespace assayer
