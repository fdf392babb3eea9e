#include "ui/presentation/calldifferencepresentation.h"

#include "models/calldifferencemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {
namespace {

using M = CallDifferenceModel;
using Row = CallDifferenceRow;

Row::State stateOf(const QModelIndex &source)
{
    return static_cast<Row::State>(source.data(M::StateRole).toInt());
}

QString stateWord(const QModelIndex &source)
{
    switch (stateOf(source)) {
    case Row::Same:
        return CallDifferencePresentation::tr("same");
    case Row::Differs:
        return CallDifferencePresentation::tr("differs");
    case Row::OnlyBefore:
        return CallDifferencePresentation::tr("only before");
    case Row::OnlyAfter:
        return CallDifferencePresentation::tr("only after");
    case Row::Waiting:
        return source.data(M::HarmRole).toBool() ? CallDifferencePresentation::tr("waiting, may change data") : CallDifferencePresentation::tr("waiting");
    case Row::Running:
        return CallDifferencePresentation::tr("running");
    case Row::Failed:
        return CallDifferencePresentation::tr("no answer");
    case Row::Left:
        break;
    }
    return CallDifferencePresentation::tr("left out");
}

QString statusWord(const QModelIndex &source)
{
    switch (static_cast<AnswerStatus>(source.data(M::StatusRole).toInt())) {
    case AnswerStatus::Ok:
        return CallDifferencePresentation::tr("ok");
    case AnswerStatus::ToolError:
        return CallDifferencePresentation::tr("tool error");
    case AnswerStatus::RpcError:
        return CallDifferencePresentation::tr("RPC error");
    case AnswerStatus::None:
        break;
    }
    return {};
}

std::optional<std::pair<Shape, Tone>> mark(const QModelIndex &source)
{
    switch (stateOf(source)) {
    case Row::Same:
        return std::pair { Shape::Tick, Tone::Ok };
    case Row::Differs:
    case Row::OnlyBefore:
    case Row::OnlyAfter:
        return std::pair { Shape::Triangle, Tone::Warning };
    case Row::Failed:
        return std::pair { Shape::Octagon, Tone::Error };
    case Row::Running:
        return std::pair { Shape::Dots, Tone::Muted };
    case Row::Waiting:
        if (source.data(M::HarmRole).toBool())
            return std::pair { Shape::Triangle, Tone::Warning };
        return std::pair { Shape::Dots, Tone::Muted };
    case Row::Left:
        break;
    }
    return std::nullopt;
}

} // namespace

QString CallDifferencePresentation::header(int column) const
{
    switch (column) {
    case M::Chosen:
        return tr("Send");
    case M::Method:
        return tr("Method");
    case M::Target:
        return tr("Target");
    case M::State:
        return tr("Outcome");
    case M::Differences:
        return tr("Places");
    case M::BeforeStatus:
        return tr("Before");
    case M::AfterStatus:
        return tr("After");
    case M::BeforeTime:
        return tr("Time before");
    default:
        return tr("Time after");
    }
}

QVariant CallDifferencePresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case M::Chosen:
        return QString();
    case M::State:
        return stateWord(source);
    case M::BeforeStatus:
    case M::AfterStatus:
        return statusWord(source);
    case M::Differences:
        return source.data(M::NumberRole).toInt() > 0 ? source.data(M::NumberRole).toString() : QString();
    case M::BeforeTime:
    case M::AfterTime:
        return source.data(M::NumberRole).isValid() ? duration(source.data(M::NumberRole).toLongLong()) : QString();
    default:
        return {};
    }
}

QVariant CallDifferencePresentation::look(const QModelIndex &source, int role) const
{
    const int column = source.column();
    switch (role) {
    case Qt::DecorationRole:
        if (const auto icon = mark(source); icon && column == M::State)
            return toneIcon(icon->first, icon->second);
        return {};
    case Qt::ToolTipRole: {
        const QString words = source.data(M::WordsRole).toString();
        return column == M::State && !words.isEmpty() ? QVariant(visible(words)) : QVariant();
    }
    case ToneRole:
        if (const auto icon = mark(source); icon && column == M::State)
            return static_cast<int>(icon->second);
        return {};
    case FixedFontRole:
        return column != M::State && column != M::Chosen;
    case ElideMiddleRole:
        return column == M::Target;
    default:
        return {};
    }
}

QString CallDifferencePresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { (quoted(source, M::Method) + u' ' + quoted(source, M::Target)).trimmed(), stateWord(source) };
    if (const int places = source.siblingAtColumn(M::Differences).data(M::NumberRole).toInt(); places > 0)
        parts += tr("%1 places").arg(places);
    const QString before = statusWord(source.siblingAtColumn(M::BeforeStatus));
    const QString after = statusWord(source.siblingAtColumn(M::AfterStatus));
    if (!before.isEmpty())
        parts += tr("before: %1").arg(before);
    if (!after.isEmpty())
        parts += tr("after: %1").arg(after);
    return parts.join(QStringLiteral(", ")) + u'.';
}

} // namespace assayer
