#include "cli/scriptinput.h"

#include <QTimer>

#include <array>
#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace assayer {

namespace {

bool isRegularFile()
{
    struct stat facts {};
    return fstat(STDIN_FILENO, &facts) == 0 && S_ISREG(facts.st_mode);
}

} // namespace

ScriptInput::ScriptInput(QObject *parent)
    : QObject(parent)
{
}

void ScriptInput::start()
{
    if (isRegularFile()) {
        // A file is always readable, and epoll does not take it.
        QTimer::singleShot(0, this, &ScriptInput::read);
        return;
    }
    m_notifier = new QSocketNotifier(STDIN_FILENO, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &ScriptInput::read);
}

void ScriptInput::stop()
{
    delete m_notifier;
    m_notifier = nullptr;
}

void ScriptInput::read()
{
    std::array<char, 65536> piece {};
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count > 0)
        m_buffer.append(piece.data(), count);
    qsizetype start = 0;
    for (qsizetype end = m_buffer.indexOf('\n'); end >= 0; end = m_buffer.indexOf('\n', start)) {
        Q_EMIT line(m_buffer.mid(start, end - start));
        start = end + 1;
    }
    m_buffer.remove(0, start);
    if (count > 0) {
        if (!m_notifier)
            QTimer::singleShot(0, this, &ScriptInput::read);
        return;
    }
    stop();
    if (!m_buffer.trimmed().isEmpty())
        Q_EMIT line(std::exchange(m_buffer, {}));
    Q_EMIT atEnd();
}

} // namespace assayer
