#include "session/eranegotiator.h"

#include "session/negotiation.h"

namespace assayer {

class EraNegotiator::Private {
public:
    Private(const SessionOptions &options, FrameSink &sink, EraNegotiator &face)
        : run(options, sink, face)
    {
    }
    Negotiation run;
};

EraNegotiator::EraNegotiator(const SessionOptions &options, FrameSink &sink, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(options, sink, *this))
{
}

EraNegotiator::~EraNegotiator() = default;

void EraNegotiator::start()
{
    d->run.start();
}

void EraNegotiator::cancel()
{
    d->run.giveUp(Error("cancelled", "Connecting was cancelled"), Trigger::Cancel);
}

void EraNegotiator::close()
{
    d->run.giveUp(d->run.closedByCaller(), Trigger::Fail);
}

const NegotiationReport &EraNegotiator::report() const
{
    return d->run.report();
}

} // namespace assayer
