#include "ui/presentation/policyverdictpresentation.h"

#include "models/policyverdictmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString PolicyVerdictPresentation::header(int column) const
{
    return column == PolicyVerdictModel::Policy ? tr("Client") : column == PolicyVerdictModel::Verdict ? tr("Verdict") : tr("Why");
}

QVariant PolicyVerdictPresentation::words(const QModelIndex &source, int column) const
{
    if (column == PolicyVerdictModel::Policy && source.data().toString() == u"assayer")
        return tr("Assayer");
    return {};
}

QVariant PolicyVerdictPresentation::look(const QModelIndex &source, int role) const
{
    const bool differs = source.data(PolicyVerdictModel::DiffersRole).toBool();
    switch (role) {
    case Qt::DecorationRole:
        return source.column() == PolicyVerdictModel::Verdict && differs ? QVariant(toneIcon(Shape::Triangle, Tone::Warning)) : QVariant();
    case ToneRole:
        return source.column() == PolicyVerdictModel::Verdict && differs ? QVariant(static_cast<int>(Tone::Warning)) : QVariant();
    case FixedFontRole:
        return source.column() == PolicyVerdictModel::Policy;
    default:
        return {};
    }
}

QString PolicyVerdictPresentation::sentence(const QModelIndex &source) const
{
    const QString differs = source.data(PolicyVerdictModel::DiffersRole).toBool() ? tr(", differs from ours") : QString();
    return tr("Client %1: %2%3. %4").arg(quoted(source, PolicyVerdictModel::Policy), quoted(source, PolicyVerdictModel::Verdict), differs,
        quoted(source, PolicyVerdictModel::Sentence));
}

} // namespace assayer
