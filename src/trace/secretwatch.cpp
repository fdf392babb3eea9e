#include "trace/secretwatch.h"

#include "json/write.h"
#include "protocol/message.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr qsizetype longestSpelling = 6; ///< bytes that a byte of a value may become: \u00ff

} // namespace

SecretWatch::SecretWatch(FrameSink &log)
    : m_log(log)
{
}

void SecretWatch::expect(const std::vector<Secret> &secrets)
{
    m_unseen.clear();
    m_stderrEnd.clear();
    m_longest = 0;
    for (const Secret &secret : secrets) {
        Unseen unseen { secret, {} };
        unseen.patterns.addValue(view(secret.value));
        if (unseen.patterns.isEmpty())
            continue;
        m_longest = std::max(m_longest, secret.value.size() * longestSpelling);
        m_unseen.push_back(std::move(unseen));
    }
}

quint64 SecretWatch::record(const Frame &frame)
{
    const quint64 seq = m_log.record(frame);
    if (m_unseen.empty() || frame.bytes.isEmpty())
        return seq;
    if (frame.type != FrameType::Stderr) {
        look(frame.bytes, seq);
        return seq;
    }
    const QByteArray joined = m_stderrEnd + frame.bytes;
    look(joined, seq);
    m_stderrEnd = joined.right(m_longest);
    return seq;
}

void SecretWatch::look(const QByteArray &bytes, quint64 seq)
{
    const auto isHeld = [&](const Unseen &unseen) { return !unseen.patterns.find(view(bytes)).empty(); };
    const auto held = std::stable_partition(m_unseen.begin(), m_unseen.end(), [&](const Unseen &unseen) { return !isHeld(unseen); });
    for (auto found = held; found != m_unseen.end(); ++found) {
        json::Writer details;
        details.beginObject().member("name", view(found->secret.name)).member("value", view(found->secret.value)).endObject();
        m_log.decide({ "secret", { seq }, QByteArray::fromStdString(details.take()) });
    }
    m_unseen.erase(held, m_unseen.end());
}

} // namespace assayer
