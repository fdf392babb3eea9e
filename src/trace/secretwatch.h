// Notes in a recording which secrets that were given to a process came back from it, so that exports made later know them.
#pragma once

#include "trace/secretpatterns.h"
#include "wire/frame.h"

#include <QByteArray>

#include <vector>

namespace assayer {

/// A trace file names the variables that were given and keeps their values out. Where the server itself says such a value, the
/// file holds it all the same: then, once a value, a decision of kind "secret" says so, and the redactor learns from it.
///
/// Passes everything on to `log`, which must outlive it. Thread: that of the transport, like every sink.
class SecretWatch : public FrameSink {
public:
    struct Secret {
        QByteArray name; ///< of the variable or argument
        QByteArray value; ///< UTF-8
    };
    explicit SecretWatch(FrameSink &log);

    /// What to look for from now on, instead of what was.
    void expect(const std::vector<Secret> &secrets);

    quint64 record(const Frame &frame) override;
    quint64 decide(const Decision &decision) override { return m_log.decide(decision); }

private:
    struct Unseen {
        Secret secret;
        SecretPatterns patterns;
    };
    void look(const QByteArray &bytes, quint64 seq);

    FrameSink &m_log;
    std::vector<Unseen> m_unseen;
    QByteArray m_stderrEnd; ///< of the pieces before: a value may be cut by their border
    qsizetype m_longest = 0; ///< bytes of the longest value in its longest spelling
};

} // namespace assayer
