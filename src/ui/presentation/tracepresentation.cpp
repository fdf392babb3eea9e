#include "ui/presentation/tracepresentation.h"

#include "models/tracemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

using M = TraceModel;

bool has(const QModelIndex &source, int role)
{
    return source.data(role).isValid();
}

QString typeWord(const QModelIndex &source)
{
    const QByteArray type = source.data(M::TypeRole).toByteArray();
    if (source.data(M::MalformedRole).toBool())
        return TracePresentation::tr("(noise)");
    return u'(' + visible(QString::fromUtf8(type)) + u')';
}

QString methodWords(const QModelIndex &source)
{
    const QString method = visible(source.data(M::MethodRole).toString());
    const auto kind = static_cast<MessageKind>(source.data(M::KindRole).toInt());
    if (kind == MessageKind::Response) {
        const bool failed = static_cast<AnswerStatus>(source.data(M::StatusRole).toInt()) == AnswerStatus::RpcError;
        const QString word = failed ? TracePresentation::tr("error") : TracePresentation::tr("result");
        return method.isEmpty() ? u'(' + word + u')' : method + u' ' + word;
    }
    return method.isEmpty() ? typeWord(source) : method;
}

QString statusWords(const QModelIndex &source)
{
    switch (static_cast<AnswerStatus>(source.data(M::StatusRole).toInt())) {
    case AnswerStatus::ToolError:
        return TracePresentation::tr("tool error");
    case AnswerStatus::RpcError:
        return TracePresentation::tr("RPC error");
    case AnswerStatus::Ok:
    case AnswerStatus::None:
        break;
    }
    const QVariant http = source.data(M::HttpStatusRole);
    if (http.isValid())
        return http.toString();
    return static_cast<AnswerStatus>(source.data(M::StatusRole).toInt()) == AnswerStatus::Ok ? TracePresentation::tr("ok") : QString();
}

QString directionWord(const QModelIndex &source)
{
    const QVariant direction = source.data(M::DirectionRole);
    if (!direction.isValid())
        return TracePresentation::tr("judgement");
    return direction.toInt() == static_cast<int>(Direction::Out) ? TracePresentation::tr("sent") : TracePresentation::tr("received");
}

QString durationWords(const QModelIndex &source, int role)
{
    return has(source, role) ? duration(source.data(role).toLongLong()) : QString();
}

QString findingWords(const QModelIndex &source)
{
    const int count = source.data(M::FindingCountRole).toInt();
    return count > 0 ? QString::number(count) : QString();
}

QString findingSentence(int count, Severity worst)
{
    if (count == 1)
        return TracePresentation::tr("1 %1 finding").arg(severityWord(worst));
    return TracePresentation::tr("%1 findings, the worst: %2").arg(QString::number(count), severityWord(worst));
}

QString timeWords(const QModelIndex &source)
{
    switch (static_cast<M::TimeFormat>(source.data(M::TimeFormatRole).toInt())) {
    case M::Relative:
        return relativeTime(source.data(M::RelativeRole).toLongLong());
    case M::SincePrevious:
        return duration(source.data(M::DeltaRole).toLongLong());
    case M::Absolute:
        break;
    }
    return timeOfDay(source.data(M::WallRole).toLongLong());
}

QVariant directionIcon(const QModelIndex &source)
{
    const QVariant direction = source.data(M::DirectionRole);
    if (!direction.isValid())
        return toneIcon(Shape::NoArrow, Tone::Muted);
    return toneIcon(direction.toInt() == static_cast<int>(Direction::Out) ? Shape::ArrowOut : Shape::ArrowIn, Tone::Plain);
}

bool isError(const QModelIndex &source)
{
    const auto status = static_cast<AnswerStatus>(source.data(M::StatusRole).toInt());
    return status == AnswerStatus::RpcError || status == AnswerStatus::ToolError || source.data(M::HttpStatusRole).toInt() >= 400
        || source.data(M::MalformedRole).toBool();
}

} // namespace

QString TracePresentation::header(int column) const
{
    switch (column) {
    case M::Seq:
        return tr("#");
    case M::Marked:
        return tr("M");
    case M::Time:
        return tr("Time");
    case M::Delta:
        return tr("Delta");
    case M::Dir:
        return tr("Dir");
    case M::ChannelColumn:
        return tr("Channel");
    case M::Method:
        return tr("Method");
    case M::Id:
        return tr("Id");
    case M::Target:
        return tr("Target");
    case M::Status:
        return tr("Status");
    case M::Duration:
        return tr("Duration");
    case M::Size:
        return tr("Size");
    case M::CommentColumn:
        return tr("Comment");
    default:
        return tr("Findings");
    }
}

QVariant TracePresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case M::Marked:
        return source.data(M::MarkedRole).toBool() ? QStringLiteral("*") : QString();
    case M::Time:
        return timeWords(source);
    case M::Delta:
        return durationWords(source, M::DeltaRole);
    case M::Dir:
        return QString();
    case M::Method:
        return methodWords(source);
    case M::Status:
        return statusWords(source);
    case M::Duration:
        return durationWords(source, M::DurationRole);
    case M::Size:
        return has(source, M::SizeRole) ? byteSize(source.data(M::SizeRole).toLongLong()) : QString();
    case M::FindingsColumn:
        return findingWords(source);
    default:
        return {};
    }
}

QVariant TracePresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        if (column == M::Dir)
            return directionIcon(source);
        if (column == M::FindingsColumn && has(source, SeverityRole))
            return severityIcon(static_cast<Severity>(source.data(SeverityRole).toInt()));
        return column == M::Marked && source.data(M::MarkedRole).toBool() ? QVariant(toneIcon(Shape::Mark, Tone::ByYou)) : QVariant();
    case Qt::ToolTipRole:
        if (column == M::Time)
            return isoTime(source.data(M::WallRole).toLongLong());
        if (column == M::Dir)
            return directionWord(source);
        return column == M::FindingsColumn && has(source, M::RuleRole) ? QVariant(visible(source.data(M::RuleRole).toString())) : QVariant();
    case ToneRole:
        if (column == M::Status && isError(source))
            return static_cast<int>(Tone::Error);
        if (column == M::CommentColumn)
            return static_cast<int>(Tone::ByYou);
        return column == M::Method && !has(source, M::DirectionRole) ? QVariant(static_cast<int>(Tone::Muted)) : QVariant();
    case TintRole:
        return source.data(M::ColourRole);
    case FixedFontRole:
        return column != M::FindingsColumn && column != M::CommentColumn;
    case ElideMiddleRole:
        return column == M::Target || column == M::Id;
    default:
        return {};
    }
}

QString TracePresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { tr("Record %1").arg(source.data(FrameRole).toULongLong()), directionWord(source) };
    const auto kind = static_cast<MessageKind>(source.data(M::KindRole).toInt());
    const QString method = spokenText(source.data(M::MethodRole).toString());
    if (kind == MessageKind::Response)
        parts += method.isEmpty() ? tr("answer") : tr("answer to %1 %2").arg(method, quoted(source, M::Target)).trimmed();
    else
        parts += method.isEmpty() ? typeWord(source) : tr("%1 %2").arg(method, quoted(source, M::Target)).trimmed();
    if (const QString status = statusWords(source); !status.isEmpty())
        parts += tr("status %1").arg(status);
    if (has(source, M::DurationRole))
        parts += duration(source.data(M::DurationRole).toLongLong());
    if (has(source, M::SizeRole))
        parts += byteSize(source.data(M::SizeRole).toLongLong());
    if (const int findings = source.data(M::FindingCountRole).toInt(); findings > 0)
        parts += findingSentence(findings, static_cast<Severity>(source.data(SeverityRole).toInt()));
    if (source.data(M::MarkedRole).toBool())
        parts += tr("marked");
    if (const QString comment = source.data(M::CommentRole).toString(); !comment.isEmpty())
        parts += tr("comment: %1").arg(spokenText(comment));
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
