#include "session/negotiationmachine.h"

#include <QAbstractTransition>
#include <QFinalState>
#include <QState>

#include <map>

namespace assayer {

namespace {

const QEvent::Type stepType = static_cast<QEvent::Type>(QEvent::registerEventType());

class StepEvent final : public QEvent {
public:
    explicit StepEvent(Trigger trigger)
        : QEvent(stepType)
        , m_trigger(trigger)
    {
    }
    Trigger trigger() const { return m_trigger; }

private:
    Trigger m_trigger;
};

class StepTransition final : public QAbstractTransition {
public:
    StepTransition(Trigger trigger, QAbstractState *target)
        : m_trigger(trigger)
    {
        setTargetState(target);
    }

protected:
    bool eventTest(QEvent *event) override
    {
        return event->type() == stepType && static_cast<StepEvent *>(event)->trigger() == m_trigger;
    }
    void onTransition(QEvent *) override { }

private:
    Trigger m_trigger;
};

struct Way {
    Stage from;
    Trigger trigger;
    Stage to;
};

/// The arrows of the diagram, without those to Failed and Cancelled.
constexpr std::array ways {
    Way { Stage::Opening, Trigger::OpenedForProbe, Stage::Probing },
    Way { Stage::Opening, Trigger::OpenedForInitialize, Stage::Initializing },
    Way { Stage::Opening, Trigger::Answered, Stage::Judging },
    Way { Stage::Probing, Trigger::Answered, Stage::Judging },
    Way { Stage::Correcting, Trigger::Answered, Stage::Judging },
    Way { Stage::Judging, Trigger::JudgedCorrective, Stage::Correcting },
    Way { Stage::Judging, Trigger::JudgedModern, Stage::HandingOver },
    Way { Stage::Judging, Trigger::JudgedLegacy, Stage::HandingOver },
    Way { Stage::Judging, Trigger::JudgedLater, Stage::Waiting },
    Way { Stage::Waiting, Trigger::WaitedOut, Stage::HandingOver },
    Way { Stage::HandingOver, Trigger::HandedModern, Stage::Ready },
    Way { Stage::HandingOver, Trigger::HandedLegacy, Stage::Initializing },
    Way { Stage::Initializing, Trigger::Accepted, Stage::CheckingVersion },
    Way { Stage::Initializing, Trigger::TrySse, Stage::FallingBack },
    Way { Stage::FallingBack, Trigger::SseOpened, Stage::Initializing },
    Way { Stage::CheckingVersion, Trigger::VersionFits, Stage::Announcing },
    Way { Stage::Announcing, Trigger::Announced, Stage::Ready },
};

constexpr std::array working { Stage::Opening, Stage::Probing, Stage::Judging, Stage::Waiting, Stage::Correcting, Stage::HandingOver,
    Stage::Initializing, Stage::CheckingVersion, Stage::Announcing, Stage::FallingBack };
constexpr std::array final { Stage::Ready, Stage::Failed, Stage::Cancelled };

} // namespace

const char *stageName(Stage stage)
{
    constexpr std::array names { "opening", "probing", "judging", "waiting", "correcting", "handing-over", "initializing",
        "checking-version", "announcing", "falling-back", "ready", "failed", "cancelled" };
    return names[static_cast<std::size_t>(stage)];
}

NegotiationMachine::NegotiationMachine(QObject *parent)
    : QObject(parent)
{
    std::map<Stage, QAbstractState *> states;
    auto *connecting = new QState(&m_machine);
    connecting->setObjectName(QStringLiteral("connecting"));
    for (const Stage stage : working)
        states[stage] = new QState(connecting);
    for (const Stage stage : final)
        states[stage] = new QFinalState(&m_machine);
    for (const auto &[stage, state] : states) {
        state->setObjectName(QLatin1String(stageName(stage)));
        connect(state, &QAbstractState::entered, this, [this, stage = stage] { Q_EMIT entered(stage); });
    }
    for (const Way &way : ways)
        static_cast<QState *>(states[way.from])->addTransition(new StepTransition(way.trigger, states[way.to]));
    connecting->addTransition(new StepTransition(Trigger::Fail, states[Stage::Failed]));
    connecting->addTransition(new StepTransition(Trigger::Cancel, states[Stage::Cancelled]));
    connecting->setInitialState(states[Stage::Opening]);
    m_machine.setInitialState(connecting);
}

void NegotiationMachine::start()
{
    m_machine.start();
}

void NegotiationMachine::post(Trigger trigger)
{
    if (m_machine.isRunning())
        m_machine.postEvent(new StepEvent(trigger), QStateMachine::HighPriority);
}

} // namespace assayer
