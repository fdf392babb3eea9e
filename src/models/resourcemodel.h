// Resources: name, MIME type or size, URI.
#pragma once

#include "models/entrymodel.h"

#include <QSet>

namespace assayer {

class ResourceModel final : public EntryModel {
    Q_OBJECT
public:
    enum Column { Name, Type, Size, Uri, ColumnCount };
    enum Role {
        MimeTypeRole = OwnRole, ///< QString: exact; invalid where absent
        SizeRole, ///< qlonglong: bytes as stated; invalid where absent
        SubscribedRole, ///< bool
    };

    explicit ResourceModel(QObject *parent = nullptr);
    /// URIs whose changes the server was asked to tell.
    void setSubscribed(const QSet<QString> &uris);

protected:
    int columns() const override { return ColumnCount; }
    QVariant entryCell(const json::Node &node, int column, int role) const override;
    Badges badges(const json::Node &node, bool excluded) const override;

private:
    QSet<QString> m_subscribed;
};

} // namespace assayer
