#include "ui/presentation/findingpresentation.h"

#include "models/findingmodel.h"
#include "platform/visibletext.h"

namespace assayer {

QString FindingPresentation::header(int column) const
{
    switch (column) {
    case FindingModel::Severity:
        return tr("Severity");
    case FindingModel::Rule:
        return tr("Rule");
    case FindingModel::What:
        return tr("What");
    case FindingModel::Count:
        return tr("Count");
    default:
        return tr("Record");
    }
}

namespace {

Severity severityOf(const QModelIndex &source)
{
    return static_cast<Severity>(source.data(SeverityRole).toInt());
}

} // namespace

QVariant FindingPresentation::words(const QModelIndex &source, int column) const
{
    return column == FindingModel::Severity ? QVariant(severityWord(severityOf(source))) : QVariant();
}

QVariant FindingPresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        return column == FindingModel::Severity ? QVariant(severityIcon(severityOf(source))) : QVariant();
    case ToneRole:
        return column == FindingModel::Severity ? QVariant(static_cast<int>(toneOf(severityOf(source)))) : QVariant();
    case FixedFontRole:
        return column == FindingModel::Rule || column == FindingModel::Count || column == FindingModel::Record;
    default:
        return {};
    }
}

QString FindingPresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { tr("Finding, %1, rule %2").arg(severityWord(severityOf(source)), quoted(source, FindingModel::Rule)),
        quoted(source, FindingModel::What) };
    if (const int count = source.data(FindingModel::CountRole).toInt(); count > 1)
        parts += tr("%1 times").arg(count);
    if (const quint64 frame = source.data(FrameRole).toULongLong())
        parts += tr("record %1").arg(frame);
    return parts.join(QStringLiteral(", "));
}

} // namespace assayer
