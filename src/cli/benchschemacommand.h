// The verb `bench schema`: what compiling and judging cost inside the process.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>

namespace assayer {

struct BenchSchemaCommandOptions {
    QString schema; ///< file
    QStringList documents; ///< files
    QString dialect; ///< as in SchemaCommandOptions
    bool assertFormats = false;
    int repeat = 20; ///< at least so often, and for 300 ms
    bool json = false;
};

/// Exit code 0, 1 where a document is invalid or the schema does not compile, 2 for an unreadable file.
int runBenchSchema(const BenchSchemaCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err);

} // namespace assayer
