// A session against a scripted server of one era, with a sink that only counts.
#pragma once

#include "json/write.h"
#include "session/session.h"
#include "support/loopbackserver.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

namespace assayer::test {

class CountingSink final : public FrameSink {
public:
    quint64 record(const Frame &) override { return ++m_last; }
    quint64 decide(const Decision &decision) override
    {
        m_decisions.append(decision);
        return ++m_last;
    }
    const QList<Decision> &decisions() const { return m_decisions; }

private:
    quint64 m_last = 0;
    QList<Decision> m_decisions;
};

inline SessionOptions optionsFor(const QUrl &url, const QByteArray &revision)
{
    SessionOptions options;
    options.target.url = url;
    // The walk is what these cases are about, not the probe.
    options.mode = revision >= "2026-07-28" ? EraMode::Modern : EraMode::Legacy;
    options.sseFallback = false;
    options.suppressNotificationStream = true;
    return options;
}

/// False where the connection does not come to stand.
inline bool waitReady(Session &session)
{
    QSignalSpy ready(&session, &Session::ready);
    session.open();
    return ready.wait(5000);
}

/// A list of cases, one a line in the file, as documents.
inline std::vector<json::Node> casesOf(const char *file)
{
    QFile data(QStringLiteral(ASSAYER_TEST_DATA "/salvage/") + QString::fromLatin1(file));
    if (!data.open(QIODevice::ReadOnly))
        return {};
    const auto parsed = json::Document::parse(data.readAll().toStdString());
    std::vector<json::Node> cases;
    if (parsed) {
        for (const json::Value &one : (*parsed)->root().items())
            cases.push_back({ *parsed, &one });
    }
    return cases;
}

inline QByteArray text(std::string_view view)
{
    return QByteArray(view.data(), static_cast<qsizetype>(view.size()));
}

} // namespace assayer::test
