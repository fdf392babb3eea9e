// Where the program keeps what is its own. XDG variables are obeyed.
#pragma once

#include <QString>

namespace assayer {

QString configFolder(); ///< ~/.config/assayer
QString dataFolder(); ///< ~/.local/share/assayer
QString cataloguePath(); ///< the user's profiles: configFolder()/mcp.json
QString traceFolder(); ///< dataFolder()/traces

/// Makes a folder that only its owner can enter. Empty on success, else a sentence.
QString makePrivateFolder(const QString &path);

} // namespace assayer
