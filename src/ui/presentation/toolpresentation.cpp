#include "ui/presentation/toolpresentation.h"

#include "models/toolmodel.h"
#include "platform/visibletext.h"
#include "ui/presentation/badgewords.h"

namespace assayer {

QString ToolPresentation::header(int column) const
{
    switch (column) {
    case ToolModel::Name:
        return tr("Name");
    case ToolModel::Hints:
        return tr("Hints");
    case ToolModel::Task:
        return tr("Task");
    default:
        return tr("Output");
    }
}

namespace {

QString hintWords(const QModelIndex &source)
{
    QStringList words;
    for (const Badge &badge : source.data(BadgesRole).value<Badges>()) {
        if (badge.kind >= Badge::ReadOnly && badge.kind <= Badge::NotOpenWorld)
            words += badgeText(badge);
    }
    return words.join(QStringLiteral(", "));
}

QString taskWord(const QModelIndex &source)
{
    switch (static_cast<TaskSupport>(source.data(ToolModel::TaskRole).toInt())) {
    case TaskSupport::Required:
        return ToolPresentation::tr("required");
    case TaskSupport::Optional:
        return ToolPresentation::tr("optional");
    case TaskSupport::Forbidden:
        break;
    }
    return {};
}

QString outputWord(const QModelIndex &source)
{
    if (const QString reason = source.data(EntryModel::ReasonRole).toString(); !reason.isEmpty())
        return visible(reason);
    switch (static_cast<ToolModel::OutputState>(source.data(ToolModel::OutputRole).toInt())) {
    case ToolModel::Checked:
        return ToolPresentation::tr("checked gen %1").arg(source.data(ToolModel::GenerationRole).toULongLong());
    case ToolModel::DoesNotCompile:
        return ToolPresentation::tr("not checked: schema does not compile");
    case ToolModel::NotInForce:
        if (const qulonglong inForce = source.data(ToolModel::InForceRole).toULongLong())
            return ToolPresentation::tr("not checked: not in gen %1").arg(inForce);
        return ToolPresentation::tr("not checked: no generation in force");
    case ToolModel::NoSchema:
        break;
    }
    return {};
}

} // namespace

QVariant ToolPresentation::words(const QModelIndex &source, int column) const
{
    if (source.data(DividerRole).toBool())
        return column == ToolModel::Name ? tr("excluded by the rules") : QString();
    switch (column) {
    case ToolModel::Name:
        return shownName(source.data(EntryModel::KeyRole));
    case ToolModel::Hints:
        return hintWords(source);
    case ToolModel::Task:
        return taskWord(source);
    case ToolModel::Output:
        return outputWord(source);
    default:
        return {};
    }
}

QVariant ToolPresentation::look(const QModelIndex &source, int role) const
{
    const bool name = source.column() == ToolModel::Name;
    switch (role) {
    case Qt::DecorationRole:
        if (!name || source.data(DividerRole).toBool())
            return {};
        if (!source.data(EntryModel::ReasonRole).toString().isEmpty())
            return toneIcon(Shape::Triangle, Tone::Warning);
        return source.data(SeverityRole).isValid() ? QVariant(severityIcon(Severity::Warning)) : QVariant();
    case FixedFontRole:
    case ElideMiddleRole:
        return name && !source.data(DividerRole).toBool();
    case ToneRole:
        if (source.column() == ToolModel::Hints && source.data(ToolModel::DestructiveRole).toBool())
            return static_cast<int>(Tone::Warning);
        if (source.column() == ToolModel::Output && source.data(ToolModel::OutputRole).toInt() >= ToolModel::DoesNotCompile)
            return static_cast<int>(Tone::Warning);
        return {};
    default:
        return {};
    }
}

QString ToolPresentation::sentence(const QModelIndex &source) const
{
    if (source.data(DividerRole).toBool())
        return tr("Below: tools excluded by the rules.");
    QStringList parts { tr("Tool %1").arg(spokenText(shownName(source.data(EntryModel::KeyRole)))) };
    if (const QString badges = badgeSentence(source.data(BadgesRole).value<Badges>()); !badges.isEmpty())
        parts += badges;
    if (const QString reason = source.data(EntryModel::ReasonRole).toString(); !reason.isEmpty())
        parts += spokenText(reason);
    if (const int warnings = source.data(EntryModel::WarningsRole).toInt(); warnings > 0)
        parts += warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings);
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
