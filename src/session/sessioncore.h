// The inside of a session: ids, routing of what arrives, and who takes part. Session is its face.
#pragma once

#include "session/askedexchange.h"
#include "session/catalogue.h"
#include "session/declaration.h"
#include "session/dialect.h"
#include "session/session.h"
#include "session/toolmetadata.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <array>
#include <memory>

namespace assayer {

class EraNegotiator;
class ListWalk;
class RawExchange;
class RequestExchange;
class ServerQuestions;
class SessionRenewal;
class NotificationStream;
class TaskBook;
struct NegotiationOutcome;

class SessionCore final : public QObject {
    Q_OBJECT
public:
    SessionCore(Session &session, SessionOptions sessionOptions, FrameSink &frameSink);
    ~SessionCore() override;

    void open();
    void close();

    Session &session() const { return m_session; }
    const SessionOptions &options() const { return m_options; }
    FrameSink &sink() const { return m_sink; }
    Transport *transport() const { return m_transport; }
    const Dialect &dialect() const { return *m_dialect; }
    DialectContext &context() { return m_context; }
    Era era() const { return m_dialect->era(); }
    bool isHttp() const { return m_options.target.kind != TransportKind::Stdio; }
    /// Legacy: the server lets tools be called as tasks.
    bool runsTasks() const;
    bool isReady() const { return m_state == Session::State::Ready; }
    Revision revision() const { return m_facts ? m_facts->revision : Revision::R2025_11_25; }
    /// What the session declares; a modern request may declare something else.
    const Declaration &declared() const { return m_declared; }

    QByteArray nextId() { return QByteArray::number(++m_lastId); }
    /// Requests that wait for an answer, by the exact text of their ids.
    void expect(const QByteArray &idJson, RequestExchange *exchange) { m_waiting.insert(idJson, exchange); }
    void forget(const QByteArray &idJson) { m_waiting.remove(idJson); }
    /// An id whose answer, if it still comes, is late and no fault of its own.
    void retire(const QByteArray &idJson);
    void expectProgress(const QByteArray &tokenJson, AskedExchange *exchange) { m_progress.insert(tokenJson, exchange); }
    void forgetProgress(const QByteArray &tokenJson) { m_progress.remove(tokenJson); }
    void adopt(RequestExchange *exchange);
    void release(RequestExchange *exchange);

    /// Messages sent by hand see answers first: theirs never reach anything else.
    void adoptRaw(RawExchange *exchange) { m_raws.append(exchange); }
    void releaseRaw(RawExchange *exchange) { m_raws.removeAll(exchange); }

    /// POSTs or writes a message that expects no answer.
    void sendOneWay(const QByteArray &text, const QByteArray &method, const QByteArray &paramsJson);
    void notify(const QByteArray &method, const QByteArray &paramsJson);
    /// Routes one JSON-RPC text; `carrier` is the exchange whose delivery brought it, or null.
    void route(const Arrival &arrival, RequestExchange *carrier);

    void report(Finding finding);
    void report(const char *rule, Severity severity, std::string message, quint64 frame = 0);

    quint64 startList(ListKind kind);
    void listPage(ListKind kind, const QByteArray &cursor, std::function<void(const ListSnapshotPtr &)> answer);
    void takeWalk(quint64 number, ListSnapshot snapshot);
    void offerMetadata(const ListSnapshot &tools);
    MetadataContext metadataContext() const;

    SessionRenewal &renewal() const { return *m_renewal; }
    ServerQuestions &questions() const { return *m_questions; }
    TaskBook &tasks() const { return *m_tasks; }
    Catalogue &catalogue() { return m_catalogue; }
    ToolMetadata &metadata() { return m_metadata; }
    QList<RequestExchange *> exchanges() const { return m_exchanges; }
    void publishMetadata(const char *why, const std::vector<std::uint64_t> &frames);

private:
    friend class Session;
    void setState(Session::State state);
    void take(const NegotiationOutcome &outcome);
    void useTransport(Transport *transport);
    void transportEnded(const TransportEnd &end);
    void takeMessage(const Message &message, const Arrival &arrival, RequestExchange *carrier);
    void takeAnswer(const Message &message, const Arrival &arrival, RequestExchange *carrier);
    void takeNotification(const Message &message, const Arrival &arrival, const RequestExchange *carrier);
    Notification toldWith(const Message &message, const Arrival &arrival, const RequestExchange *carrier) const;
    void takeProgress(const Message &message, const Arrival &arrival);
    void takeListChanged(ListKind kind, quint64 frame);
    void abandonAll(const Error &error);
    void finishClose(SessionEnd end);

    Session &m_session;
    SessionOptions m_options;
    FrameSink &m_sink;
    Session::State m_state = Session::State::Idle;
    NegotiationReport m_report;
    SessionFactsPtr m_facts;
    const Dialect *m_dialect = nullptr;
    DialectContext m_context;
    EraNegotiator *m_negotiator = nullptr;
    Transport *m_transport = nullptr;
    Declaration m_declared;
    qint64 m_lastId = 0;
    QHash<QByteArray, RequestExchange *> m_waiting;
    QHash<QByteArray, AskedExchange *> m_progress;
    QList<QByteArray> m_retired;
    QList<RequestExchange *> m_exchanges;
    QHash<quint64, ListWalk *> m_walks; ///< under way, by number
    QList<RawExchange *> m_raws;
    Catalogue m_catalogue;
    ToolMetadata m_metadata;
    Findings m_findings;
    std::unique_ptr<ServerQuestions> m_questions;
    std::unique_ptr<TaskBook> m_tasks;
    std::unique_ptr<SessionRenewal> m_renewal;
    std::unique_ptr<NotificationStream> m_stream;
};

} // namespace assayer
