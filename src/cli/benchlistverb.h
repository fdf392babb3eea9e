// The verb `bench list`: walks one list again and again on one connection.
#pragma once

#include "cli/benchfigures.h"
#include "cli/connectedverb.h"

namespace assayer {

class BenchListVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    BenchListVerb(InspectionOptions options, Console console, ListKind kind, int repeat, QObject *parent = nullptr);

    void start() override;

protected:
    void work() override;

private:
    void walk();
    void walked();
    void print();

    ListKind m_kind;
    int m_repeat;
    BenchFigures m_walks;
    BenchFigures m_metadata;
    qint64 m_connectNs = 0;
    qint64 m_beginNs = 0;
    qint64 m_firstNs = 0;
    qint64 m_publishedNs = 0; ///< the snapshot
    qint64 m_metadataNs = 0; ///< the generation, where one was published
};

} // namespace assayer
