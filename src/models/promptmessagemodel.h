// Messages of a prompt: role as a word, one block a row; a message that breaks the rules stays in its place.
#pragma once

#include "models/contentblockmodel.h"

namespace assayer {

struct PromptMessage {
    QString role; ///< exact; untrusted
    ContentBlock block;
    std::size_t index = 0; ///< position in the answer
    Faults faults; ///< not empty: the message is dropped
    json::Node node;
};

class PromptMessageModel final : public ValueModel<PromptMessage> {
    Q_OBJECT
public:
    enum Column { Message, Text, ColumnCount };
    enum Role {
        RoleRole = FirstOwnRole, ///< QString: "user", "assistant" or what stood there
        DroppedRole, ///< bool
        FaultRole, ///< QString: why it is dropped
        KindRole, ///< int(ContentBlock::Kind)
        UriRole, ///< QString; invalid where absent
    };

    explicit PromptMessageModel(QObject *parent = nullptr);
    /// `faults[i]`: what is wrong with message i.
    void setResult(const json::Node &result, const std::vector<Faults> &faults = {});

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
};

} // namespace assayer
