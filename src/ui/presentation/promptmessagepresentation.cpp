#include "ui/presentation/promptmessagepresentation.h"

#include "models/promptmessagemodel.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

constexpr qsizetype roleWidth = 10; ///< "assistant" and a blank
constexpr qsizetype lineLimit = 300;

/// What a message without words is.
QString kindWords(int kind)
{
    switch (static_cast<ContentBlock::Kind>(kind)) {
    case ContentBlock::Image:
        return PromptMessagePresentation::tr("(image)");
    case ContentBlock::Audio:
        return PromptMessagePresentation::tr("(audio)");
    case ContentBlock::Text:
        return PromptMessagePresentation::tr("(empty text)");
    default:
        return PromptMessagePresentation::tr("(no text)");
    }
}

} // namespace

/// The role and how the message begins, in one line: a list shows one column.
QString PromptMessagePresentation::line(const QModelIndex &source) const
{
    const QModelIndex text = source.siblingAtColumn(PromptMessageModel::Text);
    const QVariant own = words(text, PromptMessageModel::Text);
    QString rest = own.isValid() ? own.toString() : visible(text.data().toString().left(lineLimit), Lines::One, lineLimit);
    if (rest.isEmpty())
        rest = kindWords(source.data(PromptMessageModel::KindRole).toInt());
    return shownName(source.siblingAtColumn(PromptMessageModel::Message).data()).leftJustified(roleWidth) + rest;
}

QString PromptMessagePresentation::header(int column) const
{
    return column == PromptMessageModel::Message ? tr("Role") : tr("Message");
}

QVariant PromptMessagePresentation::words(const QModelIndex &source, int column) const
{
    const bool dropped = source.data(PromptMessageModel::DroppedRole).toBool();
    if (column == PromptMessageModel::Text && dropped)
        return tr("message %1 dropped: %2").arg(source.row() + 1).arg(visible(source.data(PromptMessageModel::FaultRole).toString()));
    return column == PromptMessageModel::Message ? QVariant(line(source)) : QVariant();
}

QVariant PromptMessagePresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case Qt::DecorationRole:
        return source.column() == PromptMessageModel::Message && source.data(PromptMessageModel::DroppedRole).toBool()
            ? QVariant(severityIcon(Severity::Error)) : QVariant();
    case FixedFontRole:
        return source.column() == PromptMessageModel::Message;
    default:
        return {};
    }
}

QString PromptMessagePresentation::sentence(const QModelIndex &source) const
{
    const QModelIndex text = source.siblingAtColumn(PromptMessageModel::Text);
    const QVariant own = words(text, PromptMessageModel::Text);
    return tr("Message %1, %2: %3").arg(QString::number(source.row() + 1), quoted(source, PromptMessageModel::Message),
        spokenText(own.isValid() ? own.toString() : text.data().toString().left(cellLimit)));
}

} // namespace assayer
