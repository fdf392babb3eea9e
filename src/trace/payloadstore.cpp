#include "trace/payloadstore.h"

#include "base/largepages.h"

#include <QDir>
#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace assayer {
namespace {

constexpr std::size_t blockBytes = std::size_t(4) << 20;
constexpr std::size_t pageBytes = 4096; ///< of the smallest page; larger ones make the mapping fail, and the block stays

std::size_t wholePages(std::size_t bytes)
{
    return (bytes + pageBytes - 1) & ~(pageBytes - 1);
}

/// Begins with a large page, so that filling it costs two faults.
char *newBlock(std::size_t bytes)
{
    const std::size_t asked = bytes + largePageBytes;
    void *memory = ::mmap(nullptr, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    char *begin = static_cast<char *>(memory);
    const std::size_t skip = (largePageBytes - reinterpret_cast<std::uintptr_t>(begin) % largePageBytes) % largePageBytes;
    if (skip > 0)
        ::munmap(begin, skip);
    ::munmap(begin + skip + bytes, asked - skip - bytes);
    adviseLargePages(begin + skip, bytes);
    return begin + skip;
}

int unnamedFile(const QString &folder)
{
    QDir().mkpath(folder);
    QByteArray name = QFile::encodeName(folder + QStringLiteral("/assayer-XXXXXX"));
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0)
        ::unlink(name.constData());
    return file;
}

bool writeAll(int file, const char *data, std::size_t bytes, quint64 offset)
{
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t wrote = ::pwrite(file, data + done, bytes - done, static_cast<off_t>(offset + done));
        if (wrote <= 0 && errno != EINTR)
            return false;
        done += static_cast<std::size_t>(std::max<ssize_t>(wrote, 0));
    }
    return true;
}

} // namespace

PayloadStore::PayloadStore()
{
    m_spiller.setMaxThreadCount(1);
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    if (!cache.isEmpty())
        m_folders.append(cache + QStringLiteral("/assayer"));
    m_folders.append(QDir::tempPath());
}

PayloadStore::~PayloadStore()
{
    m_spiller.clear();
    m_spiller.waitForDone();
    for (quint64 i = 0; i < m_blocks.count(); ++i) {
        if (m_blocks[i].mapped)
            ::munmap(m_blocks[i].data, m_blocks[i].mapped);
    }
    if (m_file >= 0)
        ::close(m_file);
}

PayloadStore::Room PayloadStore::append(std::size_t bytes)
{
    if (m_used + bytes > m_current.mapped) {
        spillFull();
        const std::size_t size = std::max(wholePages(bytes), blockBytes);
        m_current = { newBlock(size), size };
        m_used = 0;
        m_blocks.append(m_current);
    }
    const Room room { (m_blocks.count() - 1) << 32 | m_used, m_current.data + m_used };
    m_used += bytes;
    m_stored += bytes;
    return room;
}

quint64 PayloadStore::append(const QByteArray &bytes)
{
    m_current = {}; // positions name the newest block
    m_used = 0;
    const quint64 place = m_shared.append(bytes);
    return m_blocks.append({ const_cast<char *>(m_shared[place].constData()), 0 }) << 32;
}

/// Every block so far is full: the current one is about to be replaced.
void PayloadStore::spillFull()
{
    if (m_stored <= m_memoryBytes)
        return;
    for (; m_firstInMemory < m_blocks.count(); ++m_firstInMemory) {
        const Block block = m_blocks[m_firstInMemory];
        if (block.mapped) {
            m_spiller.start([this, block, offset = m_fileEnd] { spill(block, offset); });
            m_fileEnd += block.mapped;
        }
    }
}

/// The memory is replaced by the same bytes in the file at the same address; who reads it meanwhile reads one or the other.
void PayloadStore::spill(Block block, quint64 offset)
{
    if (!openFile() || !writeAll(m_file, block.data, block.mapped, offset))
        return;
    const void *mapped = ::mmap(block.data, block.mapped, PROT_READ, MAP_SHARED | MAP_FIXED, m_file, static_cast<off_t>(offset));
    if (mapped == block.data)
        m_spilled += block.mapped;
}

bool PayloadStore::openFile()
{
    if (m_file >= 0 || m_noFile)
        return m_file >= 0;
    for (qsizetype i = 0; m_file < 0 && i < m_folders.size(); ++i)
        m_file = unnamedFile(m_folders[i]);
    m_noFile = m_file < 0;
    return !m_noFile;
}

} // namespace assayer
