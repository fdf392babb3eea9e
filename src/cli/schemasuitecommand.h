// The verb `schema-suite`: runs one folder of the official JSON-Schema-Test-Suite.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

namespace assayer {

struct SchemaSuiteCommandOptions {
    QString folder;
    QString dialect; ///< --dialect: a URI, or a name like "draft7"; empty: from the folder's path
    bool json = false;
};

/// Exit code 0 only where no test failed, 1 where one did, 2 for an unreadable folder or no dialect.
int runSchemaSuite(const SchemaSuiteCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err);

} // namespace assayer
