// The verdict on what is being typed: at once where that is cheap, from another thread where it is not.
#pragma once

#include "json/document.h"
#include "models/formproblemmodel.h"

#include <QByteArray>
#include <QObject>

#include <memory>
#include <vector>

namespace assayer {

class FormJudge;

/// Lives in the window's thread. judged() comes within the call or later; a newer text makes older answers void.
class ArgumentJudge : public QObject {
    Q_OBJECT
public:
    explicit ArgumentJudge(QObject *parent = nullptr);

    /// Null value: no schema, everything is well.
    void setSchema(const json::Node &schema);
    void judge(const QByteArray &json);
    bool isPending() const { return m_pending; }
    const std::vector<FormProblem> &problems() const { return m_problems; }

Q_SIGNALS:
    void judged();

private:
    struct Verdict;
    void judgeElsewhere(const QByteArray &json);
    void take(std::vector<FormProblem> problems);

    json::Node m_schema;
    std::shared_ptr<const FormJudge> m_judge;
    std::vector<FormProblem> m_problems;
    quint64 m_turn = 0;
    bool m_pending = false;
};

} // namespace assayer
