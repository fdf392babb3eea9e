// Tools: name, what the server says of them, task support and how their output is checked.
#pragma once

#include "models/entrymodel.h"
#include "protocol/metadatasummary.h"

namespace assayer {

class ToolModel final : public EntryModel {
    Q_OBJECT
public:
    enum Column { Name, Hints, Task, Output, ColumnCount };
    enum Role {
        TaskRole = OwnRole, ///< int(TaskSupport): of the generation in force, else as stated
        OutputRole, ///< int(OutputCheck)
        OutputMessageRole, ///< QString: why the output schema does not compile; untrusted
        DestructiveRole, ///< bool: destructiveHint is stated true
        HeadersRole, ///< QStringList: headers that arguments are mirrored into
        GenerationRole, ///< qulonglong: generation in force that knows this tool; 0 for none
    };

    explicit ToolModel(QObject *parent = nullptr);
    /// The metadata in force; null for none.
    void setMetadata(const MetadataSummaryPtr &metadata);

protected:
    int columns() const override { return ColumnCount; }
    QVariant entryCell(const json::Node &node, int column, int role) const override;
    Badges badges(const json::Node &node, bool excluded) const override;

private:
    const ToolMetadataInfo *info(const json::Node &node) const;
    TaskSupport task(const json::Node &node) const;

    MetadataSummaryPtr m_metadata;
};

} // namespace assayer
