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
    case FindingModel::Before:
        return tr("Before");
    default:
        return tr("Record");
    }
}

namespace {

QString changeWord(const QModelIndex &source)
{
    switch (static_cast<FindingModel::Change>(source.data(FindingModel::ChangeRole).toInt())) {
    case FindingModel::New:
        return FindingPresentation::tr("new, was not there");
    case FindingModel::Gone:
        return FindingPresentation::tr("gone, was there");
    case FindingModel::Same:
        break;
    }
    return {};
}

Severity severityOf(const QModelIndex &source)
{
    return static_cast<Severity>(source.data(SeverityRole).toInt());
}

} // namespace

QVariant FindingPresentation::words(const QModelIndex &source, int column) const
{
    if (column == FindingModel::Before)
        return changeWord(source);
    return column == FindingModel::Severity ? QVariant(severityWord(severityOf(source))) : QVariant();
}

QVariant FindingPresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        if (column == FindingModel::Before && !changeWord(source).isEmpty())
            return toneIcon(Shape::Pencil, Tone::ByYou);
        return column == FindingModel::Severity ? QVariant(severityIcon(severityOf(source))) : QVariant();
    case ToneRole:
        if (column == FindingModel::Before)
            return static_cast<int>(Tone::ByYou);
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
    if (const QString change = changeWord(source); !change.isEmpty())
        parts += change;
    return parts.join(QStringLiteral(", "));
}

} // namespace assayer
