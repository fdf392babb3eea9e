#include "ui/presentation/connectionfactpresentation.h"

#include "models/connectionfactmodel.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

QString keyWord(const QModelIndex &source)
{
    switch (static_cast<ConnectionFact::Key>(source.data(ConnectionFactModel::KeyRole).toInt())) {
    case ConnectionFact::Transport:
        return ConnectionFactPresentation::tr("Transport");
    case ConnectionFact::Session:
        return ConnectionFactPresentation::tr("Session");
    case ConnectionFact::Stream:
        return ConnectionFactPresentation::tr("Stream");
    case ConnectionFact::RemoteAddress:
        return ConnectionFactPresentation::tr("Remote address");
    case ConnectionFact::Tls:
        return ConnectionFactPresentation::tr("TLS");
    case ConnectionFact::Certificate:
        return ConnectionFactPresentation::tr("Certificate");
    case ConnectionFact::Proxy:
        return ConnectionFactPresentation::tr("Proxy");
    case ConnectionFact::Reused:
        return ConnectionFactPresentation::tr("Reused");
    case ConnectionFact::Process:
        return ConnectionFactPresentation::tr("Process");
    case ConnectionFact::Exit:
        return ConnectionFactPresentation::tr("Exit");
    case ConnectionFact::Recording:
        return ConnectionFactPresentation::tr("Recording");
    case ConnectionFact::Other:
        break;
    }
    return visible(source.siblingAtColumn(ConnectionFactModel::Name).data().toString());
}

} // namespace

QString ConnectionFactPresentation::header(int column) const
{
    return column == ConnectionFactModel::Name ? tr("Fact") : tr("Value");
}

QVariant ConnectionFactPresentation::words(const QModelIndex &source, int column) const
{
    return column == ConnectionFactModel::Name ? QVariant(keyWord(source)) : QVariant();
}

QVariant ConnectionFactPresentation::look(const QModelIndex &source, int role) const
{
    const bool value = source.column() == ConnectionFactModel::Value;
    switch (role) {
    case Qt::DecorationRole:
        return value && source.data(ConnectionFactModel::SecretRole).toBool() ? QVariant(toneIcon(Shape::Lock, Tone::Muted)) : QVariant();
    case FixedFontRole:
    case ElideMiddleRole:
        return value;
    default:
        return {};
    }
}

QString ConnectionFactPresentation::sentence(const QModelIndex &source) const
{
    return tr("%1: %2.").arg(keyWord(source), quoted(source, ConnectionFactModel::Value));
}

} // namespace assayer
