// The verb `schema`: compiles a JSON Schema and judges instances by it.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>

namespace assayer {

struct SchemaCommandOptions {
    QString schema; ///< file
    QStringList instances; ///< files
    QString dialect; ///< --dialect: a URI, or a name like "draft7"; empty: 2020-12
    bool assertFormats = false; ///< --formats assert
    bool json = false;
};

/// `out` takes stdout, `err` takes messages for people. Exit code of the contract: 0, 1 (does not compile, or an instance is
/// invalid or cannot be judged), 2 (usage, unreadable file).
int runSchema(const SchemaCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err);

} // namespace assayer
