// Resource templates: name, URI template, MIME type.
#pragma once

#include "models/entrymodel.h"

namespace assayer {

class ResourceTemplateModel final : public EntryModel {
    Q_OBJECT
public:
    enum Column { Name, Template, Type, ColumnCount };
    enum Role {
        MimeTypeRole = OwnRole, ///< QString: exact; invalid where absent
    };

    explicit ResourceTemplateModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant entryCell(const json::Node &node, int column, int role) const override;
};

} // namespace assayer
