#include "models/connectionfactmodel.h"

namespace assayer {

namespace {

/// "5f...a1": enough to tell two apart, not enough to use it.
QString shortened(const QString &secret)
{
    return secret.size() <= 8 ? QStringLiteral("...") : secret.left(2) + QStringLiteral("...") + secret.right(2);
}

} // namespace

ConnectionFactModel::ConnectionFactModel(QObject *parent)
    : ValueModel(nullptr, parent)
{
}

quint64 ConnectionFactModel::identity(qsizetype row) const
{
    return identityHash(value(row).name.toStdString(), static_cast<quint64>(value(row).key));
}

QVariant ConnectionFactModel::cell(qsizetype row, int column, int role) const
{
    const ConnectionFact &fact = value(row);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        if (column == Name)
            return fact.name;
        return fact.secret ? shortened(fact.value) : fact.value;
    case KeyRole:
        return static_cast<int>(fact.key);
    case SecretRole:
        return fact.secret;
    default:
        return {};
    }
}

} // namespace assayer
