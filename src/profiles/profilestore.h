// One mcp.json: read without touching it, changed member by member, saved whole or not at all.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "profiles/jsoneditor.h"
#include "profiles/serverprofile.h"

#include <functional>

namespace assayer {

/// An entry of VS Code's `inputs`.
struct ProfileInput {
    QString id;
    QString type; ///< "promptString", "pickString"
    QString description;
    QString defaultValue;
    QStringList options;
    bool password = false;
};

class ProfileStore {
public:
    /// Reads a file; never writes. Fails with kind "unreadable-file" (cause "not-json" with line and column).
    static Result<ProfileStore> open(const QString &path);
    /// The same for a text that is at hand; `path` is where it would be saved.
    static Result<ProfileStore> fromText(const QByteArray &text, const QString &path);
    /// The user's catalogue; an empty store where the file does not exist.
    static Result<ProfileStore> openCatalogue();

    const QString &path() const { return m_path; }
    const QByteArray &text() const { return m_editor.text(); }
    bool isModified() const { return m_modified; }
    /// What the file holds that is worth saying: a BOM, members of an unexpected type, entries that are none.
    const Findings &findings() const { return m_findings; }
    /// "mcpServers" or "servers".
    const QString &rootMember() const { return m_rootMember; }

    const QList<ServerProfile> &profiles() const { return m_profiles; }
    const ServerProfile *find(const QString &name) const;
    const QList<ProfileInput> &inputs() const { return m_inputs; }

    /// Takes secrets out of what is written: called with a key and the value in clear; true means it is kept elsewhere now.
    using SecretKeeper = std::function<bool(const QString &key, const QString &value)>;
    void setSecretKeeper(SecretKeeper keeper) { m_keeper = std::move(keeper); }
    /// Names of the secrets that no keeper took and that are therefore missing in the text.
    const QStringList &droppedSecrets() const { return m_droppedSecrets; }

    /// The name must be free.
    Result<void> add(const ServerProfile &profile);
    /// Writes only the members that differ; a new name renames the entry in its place.
    Result<void> update(const QString &name, const ServerProfile &profile);
    Result<void> remove(const QString &name);

    /// Takes another text for the whole file, not yet saved. Fails as open() does, and changes nothing then.
    Result<void> setText(const QByteArray &text);

    /// Atomic. Fails with kind "unreadable-file", cause "write".
    Result<void> save();
    /// From then on the store belongs to that path.
    Result<void> saveAs(const QString &path);

private:
    void readAll();
    void readServers();
    void readInputs();
    void note(const char *rule, const std::string &message, const std::string &where);
    QStringList entryPath(const QString &name) const { return { m_rootMember, name }; }
    ServerProfile withoutSecrets(const ServerProfile &profile);
    void hideSecrets(NamedValues &values, const QStringList &names, const QString &key);
    void hideSecret(QString &value, const QString &key);
    Result<void> changed(Result<void> result);

    QString m_path;
    JsonEditor m_editor;
    QString m_rootMember;
    QList<ServerProfile> m_profiles;
    QList<ProfileInput> m_inputs;
    Findings m_findings;
    SecretKeeper m_keeper;
    QStringList m_droppedSecrets;
    bool m_modified = false;
};

} // namespace assayer
