#include "ui/presentation/promptpresentation.h"

#include "models/promptmodel.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

QString argumentWords(const QModelIndex &source)
{
    const int count = source.data(PromptModel::ArgumentCountRole).toInt();
    return count == 1 ? PromptPresentation::tr("1 arg") : PromptPresentation::tr("%1 args").arg(count);
}

} // namespace

QString PromptPresentation::header(int column) const
{
    return column == PromptModel::Name ? tr("Name") : column == PromptModel::Arguments ? tr("Arguments") : tr("Description");
}

QVariant PromptPresentation::words(const QModelIndex &source, int column) const
{
    if (column == PromptModel::Name)
        return shownName(source.data());
    if (column == PromptModel::Arguments)
        return argumentWords(source);
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
    const QString name = spokenText(shownName(source.siblingAtColumn(PromptModel::Name).data()));
    if (arguments == 0)
        return tr("Prompt %1, no arguments.").arg(name);
    return tr("Prompt %1, %2, %3 required.").arg(name, argumentWords(source), QString::number(required));
}

} // namespace assayer
