#include "ui/presentation/jsontreepresentation.h"

#include "models/jsontreemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

using M = JsonTreeModel;

constexpr qsizetype rowLimit = 200; ///< characters of a value in its row
constexpr qint64 bigValue = 1 << 20; ///< bytes from which on the row tells the size, too

QString markWords(const QModelIndex &source)
{
    QStringList words;
    for (const QString &mark : source.data(M::FindingsRole).toStringList())
        words += visible(mark);
    if (source.data(M::DuplicateRole).toBool())
        words += source.data(M::NotInForceRole).toBool() ? JsonTreePresentation::tr("not in force: the name stands again below")
                                                         : JsonTreePresentation::tr("the name stands twice; this one is in force");
    if (words.isEmpty() && source.data(M::BelowRole).isValid())
        return JsonTreePresentation::tr("below");
    return words.join(QStringLiteral("; "));
}

QVariant markIcon(const QModelIndex &source)
{
    for (const int role : { int(SeverityRole), int(M::BelowRole) }) {
        if (const QVariant severity = source.data(role); severity.isValid())
            return severityIcon(static_cast<Severity>(severity.toInt()));
    }
    return source.data(M::DuplicateRole).toBool() ? QVariant(severityIcon(Severity::Warning)) : QVariant();
}

QString valueWords(const QModelIndex &source)
{
    if (source.data(AbsentRole).toBool() && !source.data(M::KindRole).isValid())
        return JsonTreePresentation::tr("absent");
    const qint64 bytes = source.data(M::EndRole).toLongLong() - source.data(M::BeginRole).toLongLong();
    const QString text = visible(source.siblingAtColumn(M::Value).data().toString(), Lines::One, rowLimit);
    return bytes > bigValue ? text + QStringLiteral("  ") + byteSize(bytes) : text;
}

Tone kindTone(const QModelIndex &source)
{
    switch (static_cast<json::Kind>(source.data(M::KindRole).toInt())) {
    case json::Kind::String:
        return Tone::Ok;
    case json::Kind::Number:
        return Tone::Note;
    case json::Kind::True:
    case json::Kind::False:
        return Tone::ByYou;
    case json::Kind::Null:
        return Tone::Muted;
    default:
        return Tone::Plain;
    }
}

} // namespace

QString JsonTreePresentation::header(int column) const
{
    return column == M::Key ? tr("Key") : column == M::Value ? tr("Value") : column == M::Type ? tr("Type") : tr("Marks");
}

QVariant JsonTreePresentation::words(const QModelIndex &source, int column) const
{
    switch (column) {
    case M::Key: {
        const QVariant key = source.data();
        return key.isValid() && !key.toString().isEmpty() ? QVariant(visible(key.toString(), Lines::One, rowLimit))
                                                          : QVariant(key.isValid() ? tr("(empty name)") : tr("(root)"));
    }
    case M::Value:
        return valueWords(source);
    case M::Type:
        return source.data(M::KindRole).isValid() ? QVariant() : QVariant(tr("required, absent"));
    case M::Marks:
        return markWords(source);
    default:
        return {};
    }
}

QVariant JsonTreePresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case Qt::DecorationRole:
        return source.column() == M::Marks ? markIcon(source) : QVariant();
    case ToneRole:
        if (source.column() == M::Type)
            return static_cast<int>(Tone::Muted);
        return source.column() == M::Value && source.data(M::KindRole).isValid() && !source.data(MutedRole).toBool()
            ? QVariant(static_cast<int>(kindTone(source))) : QVariant();
    case FixedFontRole:
        return source.column() == M::Key || source.column() == M::Value;
    default:
        return {};
    }
}

QString JsonTreePresentation::sentence(const QModelIndex &source) const
{
    QStringList parts { spokenText(words(source, M::Key).toString()), spokenText(valueWords(source)),
        source.data(M::KindRole).isValid() ? text(source, M::Type) : tr("required, absent") };
    const auto kind = static_cast<json::Kind>(source.data(M::KindRole).toInt());
    if (kind == json::Kind::Array || kind == json::Kind::Object)
        parts[1] = source.data(M::ChildCountRole).toULongLong() == 1 ? tr("1 child") : tr("%1 children").arg(source.data(M::ChildCountRole).toULongLong());
    if (const QString marks = markWords(source); !marks.isEmpty())
        parts += marks;
    return parts.join(QStringLiteral(", "));
}

} // namespace assayer
