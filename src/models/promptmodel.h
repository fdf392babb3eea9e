// Prompts: name, number of arguments, description.
#pragma once

#include "models/entrymodel.h"

namespace assayer {

class PromptModel final : public EntryModel {
    Q_OBJECT
public:
    enum Column { Name, Arguments, Description, ColumnCount };
    enum Role {
        ArgumentCountRole = OwnRole, ///< int
        RequiredCountRole, ///< int: arguments with required true
    };

    explicit PromptModel(QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant entryCell(const json::Node &node, int column, int role) const override;
};

} // namespace assayer
