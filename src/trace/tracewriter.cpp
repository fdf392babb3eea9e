#include "trace/tracewriter.h"

#include "base/clock.h"
#include "json/write.h"
#include "trace/jsontext.h"
#include "trace/tracelog.h"
#include "trace/tracepacking.h"

#include <QDateTime>
#include <QFile>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assayer {
namespace {

using namespace std::chrono_literals;

constexpr auto gatherTime = 10ms; ///< records that come together are written together
constexpr auto retryTime = 1s; ///< after the file refused
constexpr qsizetype batchBytes = 1 << 20;

void appendNumber(QByteArray &out, const char *name, qint64 value)
{
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(name);
    out.append(digits, static_cast<qsizetype>(end - digits));
}

void appendWord(QByteArray &out, const char *name, std::string_view word)
{
    out.append(name);
    out.append('"');
    out.append(word.data(), static_cast<qsizetype>(word.size()));
    out.append('"');
}

void appendBytes(QByteArray &out, const QByteArray &bytes)
{
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (isUtf8(text)) {
        out.append(",\"text\":");
        appendJsonString(out, text);
    } else {
        out.append(",\"base64\":\"");
        out.append(bytes.toBase64());
        out.append('"');
    }
}

/// The members inside an object text; nothing for an empty one.
void appendMembers(QByteArray &out, const QByteArray &object)
{
    const QByteArray inside = object.trimmed();
    if (inside.size() < 2 || !inside.startsWith('{') || !inside.endsWith('}'))
        return;
    const QByteArray members = inside.mid(1, inside.size() - 2).trimmed();
    if (!members.isEmpty())
        out.append(',').append(members);
}

Error openError(const QString &path, int code, const char *cause)
{
    const QString why = QString::fromLocal8Bit(std::strerror(code));
    const QString message = code == EWOULDBLOCK
        ? QStringLiteral("\"%1\" is being written by another program").arg(path)
        : QStringLiteral("\"%1\" cannot be written: %2").arg(path, why);
    Error error("unreadable-file", message.toStdString(), cause);
    error.data.path = path.toStdString();
    return error;
}

void appendNames(json::Writer &writer, std::string_view key, const QByteArrayList &values)
{
    if (values.isEmpty())
        return;
    writer.key(key).beginArray();
    for (const QByteArray &value : values)
        writer.string(std::string_view(value.constData(), static_cast<std::size_t>(value.size())));
    writer.endArray();
}

} // namespace

QByteArray rfc3339(qint64 wallNs)
{
    const qint64 milliseconds = wallNs >= 0 ? wallNs / 1000000 : (wallNs - 999999) / 1000000;
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODateWithMs).toLatin1();
}

QByteArray TraceHeader::line() const
{
    json::Writer writer;
    writer.beginObject().member("format", "mcptrace").member("version", 1);
    writer.member("program", std::string_view(program.constData(), static_cast<std::size_t>(program.size())));
    writer.member("started", rfc3339(startedWallNs ? startedWallNs : wallNs()).constData());
    if (!target.isEmpty())
        writer.rawMember("target", std::string_view(target.constData(), static_cast<std::size_t>(target.size())));
    appendNames(writer, "secretHeaders", secretHeaders);
    appendNames(writer, "secretVariables", secretVariables);
    writer.endObject();
    return QByteArray::fromStdString(writer.take());
}

void appendRecordLine(QByteArray &out, const TraceRecord &record)
{
    appendNumber(out, "{\"seq\":", static_cast<qint64>(record.seq));
    appendNumber(out, ",\"wall\":", record.wallNs);
    appendNumber(out, ",\"mono\":", record.monoNs);
    out.append(",\"type\":");
    appendJsonString(out, std::string_view(record.type.constData(), static_cast<std::size_t>(record.type.size())));
    if (record.direction)
        appendWord(out, ",\"direction\":", directionName(*record.direction));
    if (record.channel != Channel::None)
        appendWord(out, ",\"channel\":", channelName(record.channel));
    if (record.exchange)
        appendNumber(out, ",\"exchange\":", static_cast<qint64>(record.exchange));
    if (record.hasBytes)
        appendBytes(out, record.bytes);
    appendMembers(out, record.members);
    out.append('}');
}

namespace {

/// A descriptor that nobody else writes to; closed unless released.
class LockedFile {
public:
    static Result<LockedFile> open(const QString &path, int flags)
    {
        LockedFile file;
        file.m_descriptor = ::open(QFile::encodeName(path).constData(), flags | O_RDWR | O_CLOEXEC | O_APPEND, 0600);
        if (file.m_descriptor < 0)
            return fail(openError(path, errno, "open"));
        if (::flock(file.m_descriptor, LOCK_EX | LOCK_NB) != 0)
            return fail(openError(path, errno, errno == EWOULDBLOCK ? "locked" : "open"));
        return file;
    }
    LockedFile(LockedFile &&other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }
    LockedFile &operator=(LockedFile &&) = delete;
    ~LockedFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    int descriptor() const { return m_descriptor; }
    int release() { return std::exchange(m_descriptor, -1); }

private:
    LockedFile() = default;
    int m_descriptor = -1;
};

} // namespace

Result<std::unique_ptr<TraceFileWriter>> TraceFileWriter::open(const QString &path, const TraceLog &log, const QByteArray &headerLine)
{
    auto file = LockedFile::open(path, O_CREAT);
    if (!file)
        return fail(std::move(file.error()));
    if (::fchmod(file->descriptor(), 0600) != 0 && errno != EPERM && errno != EINVAL)
        return fail(openError(path, errno, "open"));
    if (::ftruncate(file->descriptor(), 0) != 0 && errno != EINVAL) // a device cannot be cut
        return fail(openError(path, errno, "open"));
    return std::unique_ptr<TraceFileWriter>(new TraceFileWriter(file->release(), log, isPackedPath(path.toStdString()), headerLine + '\n', 0));
}

Result<std::unique_ptr<TraceFileWriter>> TraceFileWriter::append(const QString &path, const TraceLog &log, qint64 bytes, quint64 rows)
{
    auto file = LockedFile::open(path, 0);
    if (!file)
        return fail(std::move(file.error()));
    struct stat facts {};
    if (::fstat(file->descriptor(), &facts) != 0)
        return fail(openError(path, errno, "open"));
    char first[4] {}; // what the file is, whatever its name says
    const ssize_t known = ::pread(file->descriptor(), first, sizeof first, 0);
    const bool packed = isPacked(std::string_view(first, known > 0 ? static_cast<std::size_t>(known) : 0));
    char last = '\n';
    if (facts.st_size != bytes || (bytes > 0 && ::pread(file->descriptor(), &last, 1, bytes - 1) != 1)) {
        Error error("unreadable-file", QStringLiteral("\"%1\" was changed by another program since it was opened").arg(path).toStdString(), "changed");
        error.data.path = path.toStdString();
        return fail(std::move(error));
    }
    const QByteArray lineEnd = packed || last == '\n' ? QByteArray() : QByteArrayLiteral("\n");
    return std::unique_ptr<TraceFileWriter>(new TraceFileWriter(file->release(), log, packed, lineEnd, rows));
}

TraceFileWriter::TraceFileWriter(int descriptor, const TraceLog &log, bool packed, QByteArray lines, quint64 rows)
    : m_descriptor(descriptor)
    , m_log(log)
    , m_packer(packed ? std::make_unique<TracePacker>() : nullptr)
    , m_lines(std::move(lines))
    , m_encoded(rows)
    , m_written(rows)
{
    m_thread = std::thread([this] { run(); });
}

TraceFileWriter::~TraceFileWriter()
{
    finish();
}

void TraceFileWriter::finish()
{
    if (!m_thread.joinable())
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_condition.notify_one();
    m_thread.join();
    ::close(m_descriptor);
}

void TraceFileWriter::setFailureHandler(std::function<void(const QString &)> handler)
{
    const std::lock_guard lock(m_mutex);
    m_onFailure = std::move(handler);
}

void TraceFileWriter::wake()
{
    if (!m_idle.exchange(false, std::memory_order_seq_cst))
        return;
    const std::lock_guard lock(m_mutex); // the writer is either before its check or inside its wait
    m_condition.notify_one();
}

void TraceFileWriter::run()
{
    bool refused = !flush();
    std::unique_lock lock(m_mutex);
    while (!m_stop) {
        if (refused) {
            m_condition.wait_for(lock, retryTime, [this] { return m_stop; });
        } else {
            m_idle.store(true, std::memory_order_seq_cst);
            m_condition.wait(lock, [this] { return m_stop || !m_idle.load() || m_log.count() > m_encoded; });
            m_idle.store(false);
            m_condition.wait_for(lock, gatherTime, [this] { return m_stop; });
        }
        lock.unlock();
        refused = !flush();
        lock.lock();
    }
    lock.unlock();
    flush(true);
}

/// Encodes what is new, up to a batch.
void TraceFileWriter::gather(bool end)
{
    for (const quint64 count = m_log.count(); m_encoded < count && m_lines.size() < batchBytes && m_out.size() < batchBytes; ++m_encoded)
        m_log.appendLine(m_lines, m_encoded);
    if (m_packer)
        m_packer->pack(m_lines, m_out, end && m_encoded == m_log.count());
    else if (m_out.isEmpty())
        m_out.swap(m_lines);
    else
        m_out.append(m_lines);
    m_lines.resize(0);
}

bool TraceFileWriter::writeOut()
{
    qsizetype done = 0;
    while (done < m_out.size()) {
        const ssize_t taken = ::write(m_descriptor, m_out.constData() + done, static_cast<std::size_t>(m_out.size() - done));
        if (taken < 0 && errno == EINTR)
            continue;
        if (taken <= 0) {
            const int code = taken < 0 ? errno : ENOSPC;
            m_out.remove(0, done);
            failed(code);
            return false;
        }
        done += taken;
    }
    m_out.resize(0);
    return true;
}

/// Writes all there is. False where the file takes no more at the moment; nothing is lost then.
bool TraceFileWriter::flush(bool end)
{
    do {
        gather(end);
        if (!writeOut())
            return false;
        m_written.store(m_encoded, std::memory_order_release);
    } while (m_encoded < m_log.count());
    return true;
}

void TraceFileWriter::failed(int code)
{
    std::function<void(const QString &)> handler;
    {
        const std::lock_guard lock(m_mutex);
        if (m_told || !m_onFailure)
            return;
        m_told = true;
        handler = m_onFailure;
    }
    handler(QString::fromLocal8Bit(std::strerror(code)));
}

} // namespace assayer
