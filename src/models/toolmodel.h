// Tools: name, what the server says of them, task support and how their output is checked.
#pragma once

#include "models/entrymodel.h"
#include "protocol/metadatasummary.h"

namespace assayer {

class ToolModel final : public EntryModel {
    Q_OBJECT
public:
    enum Column { Name, Hints, Task, Output, ColumnCount };
    /// How the output of a tool is checked now.
    enum OutputState {
        NoSchema,
        Checked,
        DoesNotCompile,
        NotInForce, ///< the shown definition has an output schema, but the generation in force does not know it
    };
    enum Role {
        TaskRole = OwnRole, ///< int(TaskSupport): of the generation in force, else as stated
        OutputRole, ///< int(OutputState)
        OutputMessageRole, ///< QString: why the output schema does not compile; untrusted
        DestructiveRole, ///< bool: destructiveHint is stated true
        HeadersRole, ///< QStringList: headers that arguments are mirrored into
        GenerationRole, ///< qulonglong: generation in force that knows this tool; 0 for none
        InForceRole, ///< qulonglong: generation in force whatever it knows; 0 for none
    };

    explicit ToolModel(QObject *parent = nullptr);
    /// The metadata in force; null for none.
    void setMetadata(const MetadataSummaryPtr &metadata);

protected:
    int columns() const override { return ColumnCount; }
    QVariant entryCell(const json::Node &node, int column, int role) const override;
    Badges badges(const json::Node &node, bool excluded) const override;

private:
    const ToolRecord *record(const json::Node &node) const;
    TaskSupport task(const json::Node &node) const;
    OutputState outputState(const json::Node &node) const;
    Badge outputBadge(const json::Node &node) const;
    quint64 generation() const { return m_metadata ? m_metadata->generation() : 0; }

    MetadataSummaryPtr m_metadata;
};

} // namespace assayer
