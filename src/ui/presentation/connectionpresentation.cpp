#include "ui/presentation/connectionpresentation.h"

#include "models/connectionmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

QString ConnectionPresentation::header(int column) const
{
    switch (column) {
    case ConnectionModel::Server:
        return tr("Server");
    case ConnectionModel::Method:
        return tr("Request");
    case ConnectionModel::Target:
        return tr("Target");
    default:
        return tr("Elapsed");
    }
}

QVariant ConnectionPresentation::words(const QModelIndex &source, int column) const
{
    if (column != ConnectionModel::Elapsed)
        return {};
    if (source.data(ConnectionModel::CancellingRole).toBool())
        return tr("Cancelling...");
    const QString elapsed = duration(source.data(ConnectionModel::ElapsedRole).toLongLong());
    const qint64 limit = source.data(ConnectionModel::LimitRole).toLongLong();
    return limit > 0 ? tr("%1 of %2").arg(elapsed, age(limit * 1'000'000)) : elapsed;
}

QVariant ConnectionPresentation::look(const QModelIndex &source, int role) const
{
    if (role == FixedFontRole)
        return source.column() == ConnectionModel::Method || source.column() == ConnectionModel::Target;
    return {};
}

QString ConnectionPresentation::sentence(const QModelIndex &source) const
{
    return tr("%1, %2 %3, %4.").arg(quoted(source, ConnectionModel::Server), quoted(source, ConnectionModel::Method),
        quoted(source, ConnectionModel::Target), words(source, ConnectionModel::Elapsed).toString());
}

} // namespace assayer
