// The verb `list`: one list, or a single page of it.
#pragma once

#include "cli/connectedverb.h"

namespace assayer {

class ListVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    ListVerb(InspectionOptions options, Console console, ListKind kind, std::optional<QByteArray> page, QObject *parent = nullptr);

protected:
    void work() override;
    QByteArray failureReport(const Error &error) const override;

private:
    void print(const ListSnapshot &snapshot);

    ListKind m_kind;
    std::optional<QByteArray> m_page;
};

} // namespace assayer
