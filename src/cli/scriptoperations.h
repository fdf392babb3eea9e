// The operations of a script.
#pragma once

#include "cli/scriptoperation.h"
#include "inspection/inspection.h"

namespace assayer {

class ConnectOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
    void cancel() override;
    void write(json::Writer &out) const override;

private:
    NegotiationReport m_negotiation;
    SessionFactsPtr m_facts;
    bool m_cancelled = false;
};

class CloseOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
};

class WaitOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
    void cancel() override;
};

class CancelOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
};

class ListOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
    void cancel() override;
    void write(json::Writer &out) const override;

private:
    void take(const ListSnapshotPtr &snapshot, const std::optional<Error> &error);
    void followWriting();

    ListKind m_kind {};
    quint64 m_walk = 0; ///< 0: one page alone
    ListSnapshotPtr m_snapshot;
    MetadataSummaryPtr m_metadata;
    QPointer<Exchange> m_exchange; ///< of the newest page
};

class ShowOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
    void write(json::Writer &out) const override;

private:
    ListSnapshotPtr m_snapshot;
    MetadataSummaryPtr m_metadata;
};

class ToolOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
    void write(json::Writer &out) const override;

private:
    ToolGenerationPtr m_inForce; ///< when it was asked for
};

/// Operations that are one action of the inspection.
class ActionOperation : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void cancel() override;

protected:
    void run(const ActionRequest &request);
    /// Members that any request may have: progress, task, followTask, meta, capabilities, logLevel, timeoutMs, answerInput.
    CallOptions callOptions() const;
    virtual void take(const ActionResult &result);
    void settle(const ActionResult &result, std::optional<Error> error);
    const ActionResult &result() const { return m_result; }
    quint64 number() const { return m_number; }

private:
    quint64 m_number = 0;
    ActionResult m_result;
};

class CallOperation final : public ActionOperation {
    Q_OBJECT
public:
    using ActionOperation::ActionOperation;
    void start() override;
    void write(json::Writer &out) const override;

protected:
    void take(const ActionResult &result) override;
};

/// read, prompt, complete, ping, subscribe, unsubscribe, request.
class RequestOperation final : public ActionOperation {
    Q_OBJECT
public:
    using ActionOperation::ActionOperation;
    void start() override;
    void write(json::Writer &out) const override;

private:
    ActionRequest request() const;
};

class ListenOperation final : public ActionOperation {
    Q_OBJECT
public:
    using ActionOperation::ActionOperation;
    void start() override;
    void write(json::Writer &out) const override;

private:
    QByteArray m_granted;
};

class AwaitOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
    void cancel() override;
    void write(json::Writer &out) const override;

private:
    void look();
    std::optional<Notification> m_notification;
};

class AnswerOperation final : public ScriptOperation {
    Q_OBJECT
public:
    using ScriptOperation::ScriptOperation;
    void start() override;
};

} // namespace assayer
