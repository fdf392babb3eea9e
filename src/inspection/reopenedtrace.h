// An opened trace file read as a connection: lists, identity and findings, computed from its bytes only.
#pragma once

#include "protocol/listsnapshot.h"
#include "protocol/negotiationreport.h"
#include "session/session.h"
#include "trace/tracefacts.h"

#include <QObject>

#include <array>
#include <memory>

namespace assayer {

/// What a trace says of its connection. Immutable once made.
struct TraceReading {
    std::array<ListSnapshotPtr, allListKinds.size()> lists;
    SessionFactsPtr facts; ///< null where no initialize or discover was answered
    NegotiationReport negotiation;
    Findings findings;
};

/// Pure and slow: any thread. Takes the analyzer updated to the end.
TraceReading readTrace(const TraceAnalyzer &analyzer);

/// Reads in the thread pool and tells when it is done. Lives in a thread with an event loop, while the application object does.
class ReopenedTrace : public QObject {
    Q_OBJECT
public:
    explicit ReopenedTrace(std::shared_ptr<TraceLog> log, QObject *parent = nullptr);

    const TraceReading &reading() const { return *m_reading; }

Q_SIGNALS:
    void done();

private:
    std::shared_ptr<const TraceReading> m_reading;
};

} // namespace assayer
