#include "ui/presentation/contentblockpresentation.h"

#include "models/contentblockmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

using M = ContentBlockModel;

constexpr qsizetype lineLimit = 300;

QString kindWord(const QModelIndex &source)
{
    switch (static_cast<ContentBlock::Kind>(source.data(M::KindRole).toInt())) {
    case ContentBlock::Text:
        return ContentBlockPresentation::tr("text");
    case ContentBlock::Image:
        return ContentBlockPresentation::tr("image");
    case ContentBlock::Audio:
        return ContentBlockPresentation::tr("audio");
    case ContentBlock::Resource:
        return ContentBlockPresentation::tr("resource");
    case ContentBlock::ResourceLink:
        return ContentBlockPresentation::tr("resource link");
    case ContentBlock::Broken:
        return ContentBlockPresentation::tr("broken");
    case ContentBlock::Unknown:
        break;
    }
    return ContentBlockPresentation::tr("unknown kind");
}

QString summary(const QModelIndex &source)
{
    const auto kind = static_cast<ContentBlock::Kind>(source.data(M::KindRole).toInt());
    const QString shown = visible(source.siblingAtColumn(M::Summary).data().toString());
    if (kind == ContentBlock::Broken)
        return ContentBlockPresentation::tr("not valid (%1): %2").arg(visible(source.data(M::FaultRole).toString()), shown);
    QStringList parts;
    if (kind != ContentBlock::Text) {
        for (const int role : { int(M::NameRole), int(M::MimeTypeRole) }) {
            if (source.data(role).isValid())
                parts += visible(source.data(role).toString());
        }
        if (source.data(M::SizeRole).isValid())
            parts += byteSize(source.data(M::SizeRole).toLongLong());
    }
    if (!shown.isEmpty())
        parts += shown;
    return parts.join(QStringLiteral("  "));
}

/// The kind and how the content begins, in one line: a list shows one column.
QString line(const QModelIndex &source)
{
    const QString words = summary(source).left(lineLimit).simplified();
    return kindWord(source) + (words.isEmpty() ? QString() : QStringLiteral("  ") + words);
}

} // namespace

QString ContentBlockPresentation::header(int column) const
{
    return column == M::Block ? tr("Block") : tr("Content");
}

QVariant ContentBlockPresentation::words(const QModelIndex &source, int column) const
{
    return column == M::Block ? line(source) : summary(source);
}

QVariant ContentBlockPresentation::look(const QModelIndex &source, int role) const
{
    switch (role) {
    case Qt::DecorationRole:
        return source.column() == M::Block && source.data(SeverityRole).isValid() ? QVariant(severityIcon(Severity::Error)) : QVariant();
    case ToneRole:
        return source.column() == M::Block && source.data(SeverityRole).isValid() ? QVariant(static_cast<int>(Tone::Error)) : QVariant();
    default:
        return {};
    }
}

QString ContentBlockPresentation::sentence(const QModelIndex &source) const
{
    return tr("Block %1, %2: %3").arg(QString::number(source.row() + 1), kindWord(source), spokenText(summary(source)));
}

} // namespace assayer
