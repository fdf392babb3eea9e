#include "ui/widgets/argumentjudge.h"

#include "inspection/formjudge.h"
#include "models/pointertext.h"
#include "platform/visibletext.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace assayer {

namespace {

constexpr std::size_t smallSchema = 24 * 1024; ///< compiled in the window's thread: well below a frame
constexpr qsizetype smallText = 16 * 1024;
constexpr std::int64_t smallSteps = 40'000;

std::vector<FormProblem> problemsOf(const std::vector<FormComplaint> &complaints)
{
    std::vector<FormProblem> problems;
    for (const FormComplaint &complaint : complaints) {
        const QString pointer = fromWire(complaint.pointer);
        const QString field = pointertext::unescaped(pointer.mid(1));
        problems.push_back({ pointer, field, fromWire(complaint.words) });
    }
    return problems;
}

} // namespace

struct ArgumentJudge::Verdict {
    std::shared_ptr<const FormJudge> judge;
    std::vector<FormProblem> problems;
};

ArgumentJudge::ArgumentJudge(QObject *parent)
    : QObject(parent)
{
}

void ArgumentJudge::setSchema(const json::Node &schema)
{
    m_schema = schema;
    m_judge.reset();
    ++m_turn;
    m_pending = false;
    m_problems.clear();
}

void ArgumentJudge::judge(const QByteArray &json)
{
    ++m_turn;
    m_pending = false;
    if (!m_schema)
        return take({});
    if (!m_judge && m_schema.raw().size() <= smallSchema)
        m_judge = std::make_shared<const FormJudge>(m_schema);
    bool conclusive = false;
    if (m_judge && json.size() <= smallText) {
        const std::vector<FormComplaint> complaints = m_judge->judge(json, smallSteps, conclusive);
        if (conclusive)
            return take(problemsOf(complaints));
    }
    judgeElsewhere(json);
}

void ArgumentJudge::judgeElsewhere(const QByteArray &json)
{
    m_pending = true;
    const QPointer<ArgumentJudge> self(this);
    QThreadPool::globalInstance()->start([self, turn = m_turn, schema = m_schema, judge = m_judge, json] {
        auto verdict = std::make_shared<Verdict>();
        verdict->judge = judge ? judge : std::make_shared<const FormJudge>(schema);
        verdict->problems = problemsOf(verdict->judge->judge(json));
        QMetaObject::invokeMethod(qApp, [self, turn, verdict] {
            if (!self || self->m_turn != turn)
                return;
            self->m_judge = verdict->judge;
            self->m_pending = false;
            self->take(std::move(verdict->problems));
        });
    });
}

void ArgumentJudge::take(std::vector<FormProblem> problems)
{
    m_problems = std::move(problems);
    Q_EMIT judged();
}

} // namespace assayer
