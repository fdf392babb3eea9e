#include "transport/legacyssetransport.h"
#include "transport/stdiotransport.h"
#include "transport/streamablehttptransport.h"

namespace assayer {

Transport *makeTransport(const Target &target, FrameSink &sink, QObject *parent)
{
    switch (target.kind) {
    case TransportKind::LegacySse:
        return new LegacySseTransport(target, sink, parent);
    case TransportKind::Stdio:
        return new StdioTransport(target, sink, parent);
    case TransportKind::StreamableHttp:
        break;
    }
    return new StreamableHttpTransport(target, sink, parent);
}

} // namespace assayer
