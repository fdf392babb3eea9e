#include "profiles/profilestore.h"

#include "json/pointer.h"
#include "platform/files.h"
#include "platform/paths.h"
#include "profiles/profilemembers.h"
#include "profiles/profilereader.h"
#include "profiles/relaxedjson.h"

#include <QFile>

namespace assayer {

namespace {

QString toText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

ProfileInput readInput(const json::Value &value)
{
    ProfileInput input;
    input.id = toText(value.stringAt("id").value_or(""));
    input.type = toText(value.stringAt("type").value_or(""));
    input.description = toText(value.stringAt("description").value_or(""));
    input.defaultValue = toText(value.stringAt("default").value_or(""));
    const json::Value *password = value.find("password");
    input.password = password && password->isTrue();
    if (const json::Value *options = value.find("options")) {
        for (const json::Value &option : options->items())
            input.options << toText(option.isString() ? option.string() : option.stringAt("value").value_or(""));
    }
    return input;
}

} // namespace

Result<ProfileStore> ProfileStore::open(const QString &path)
{
    Result<QByteArray> text = readWholeFile(path, qint64(64) << 20);
    if (!text)
        return fail(std::move(text).error());
    return fromText(*text, path);
}

Result<ProfileStore> ProfileStore::fromText(const QByteArray &text, const QString &path)
{
    Result<JsonEditor> editor = JsonEditor::open(text, path);
    if (!editor)
        return fail(std::move(editor).error());
    if (!editor->root().isObject())
        return fail("unreadable-file", "\"" + path.toStdString() + "\" holds no JSON object with mcpServers or servers", "not-a-profile");
    ProfileStore store;
    store.m_path = path;
    store.m_editor = std::move(*editor);
    store.readAll();
    return store;
}

Result<ProfileStore> ProfileStore::openCatalogue()
{
    const QString path = cataloguePath();
    return QFile::exists(path) ? open(path) : fromText("{\n  \"mcpServers\": {}\n}\n", path);
}

const ServerProfile *ProfileStore::find(const QString &name) const
{
    for (const ServerProfile &profile : m_profiles) {
        if (profile.name == name)
            return &profile;
    }
    return nullptr;
}

void ProfileStore::readAll()
{
    m_findings.clear();
    const RelaxedText relaxed = blankRelaxed({ text().constData(), static_cast<std::size_t>(text().size()) });
    if (relaxed.hasBom)
        note("profile.bom", "This file begins with a byte order mark; it is kept", "");
    const json::Value &root = m_editor.root();
    const bool visualStudio = !root.find("mcpServers") && root.find("servers");
    m_rootMember = visualStudio ? QStringLiteral("servers") : QStringLiteral("mcpServers");
    readServers();
    readInputs();
}

void ProfileStore::readServers()
{
    m_profiles.clear();
    const json::Value *servers = m_editor.find({ m_rootMember });
    if (!servers) {
        note("profile.no-servers", "This file has neither mcpServers nor servers", "");
        return;
    }
    if (!servers->isObject())
        note("profile.servers", "This file: " + m_rootMember.toStdString() + " expected object, received " + std::string(json::typeName(*servers)), '/' + m_rootMember.toStdString());
    for (const json::Member &member : servers->members()) {
        std::string pointer = '/' + m_rootMember.toStdString();
        json::appendToken(pointer, member.name());
        // Of duplicates the last is in force, as with every JSON reader of the field.
        if (servers->find(member.name()) != &member.value())
            note("profile.duplicate", "This file names \"" + std::string(member.name()) + "\" twice; the last one counts", pointer);
        else if (!member.value().isObject())
            note("profile.entry", "This file: \"" + std::string(member.name()) + "\" expected object, received " + std::string(json::typeName(member.value())), pointer);
        else
            m_profiles << readProfile(toText(member.name()), { m_editor.document(), &member.value() }, pointer, m_findings);
    }
}

void ProfileStore::readInputs()
{
    m_inputs.clear();
    const json::Value *inputs = m_editor.find({ QStringLiteral("inputs") });
    if (!inputs)
        return;
    for (const json::Value &input : inputs->items()) {
        if (input.stringAt("id"))
            m_inputs << readInput(input);
    }
}

void ProfileStore::note(const char *rule, const std::string &message, const std::string &where)
{
    Finding finding;
    finding.rule = rule;
    finding.severity = finding.rule == "profile.bom" ? Severity::Note : Severity::Warning;
    finding.message = message;
    finding.where = where;
    m_findings.push_back(std::move(finding));
}

Result<void> ProfileStore::add(const ServerProfile &profile)
{
    if (profile.name.isEmpty() || find(profile.name))
        return fail("usage", "The name \"" + profile.name.toStdString() + "\" is empty or taken");
    return changed(m_editor.set(entryPath(profile.name), profileEntry(withoutSecrets(profile))));
}

Result<void> ProfileStore::update(const QString &name, const ServerProfile &profile)
{
    const ServerProfile *old = find(name);
    if (!old)
        return fail("usage", "There is no server \"" + name.toStdString() + "\" in this file");
    if (profile.name != name && find(profile.name))
        return fail("usage", "The name \"" + profile.name.toStdString() + "\" is taken");
    const QList<ProfileMember> before = profileMembers(*old);
    const QList<ProfileMember> after = profileMembers(withoutSecrets(profile));
    for (qsizetype i = 0; i < after.size(); ++i) {
        if (before[i].json == after[i].json)
            continue;
        const QStringList path = entryPath(name) + after[i].path;
        const Result<void> done = after[i].json.isEmpty() ? m_editor.remove(path) : m_editor.set(path, after[i].json);
        if (!done)
            return changed(done);
    }
    return changed(profile.name == name ? Result<void>() : m_editor.rename(entryPath(name), profile.name));
}

Result<void> ProfileStore::remove(const QString &name)
{
    return changed(m_editor.remove(entryPath(name)));
}

Result<void> ProfileStore::changed(Result<void> result)
{
    m_modified = true;
    readAll();
    return result;
}

ServerProfile ProfileStore::withoutSecrets(const ServerProfile &profile)
{
    ServerProfile out = profile;
    m_droppedSecrets.clear();
    hideSecrets(out.headers, profile.secretHeaders, profile.name + QStringLiteral("/header/"));
    hideSecrets(out.env, profile.secretEnv, profile.name + QStringLiteral("/env/"));
    hideSecret(out.oauth.clientSecret, profile.name + QStringLiteral("/oauth/clientSecret"));
    return out;
}

void ProfileStore::hideSecrets(NamedValues &values, const QStringList &names, const QString &key)
{
    for (auto &[name, value] : values) {
        if (names.contains(name, Qt::CaseInsensitive))
            hideSecret(value, key + name);
    }
}

/// A value made of placeholders is no secret: it is a reference already.
void ProfileStore::hideSecret(QString &value, const QString &key)
{
    if (value.isEmpty() || value.contains(QLatin1String("${")))
        return;
    if (!m_keeper || !m_keeper(key, value))
        m_droppedSecrets << key;
    value = QStringLiteral("${secret:%1}").arg(key);
}

Result<void> ProfileStore::setText(const QByteArray &text)
{
    Result<ProfileStore> other = fromText(text, m_path);
    if (!other)
        return tl::unexpected(other.error());
    other->m_keeper = std::move(m_keeper);
    *this = std::move(*other);
    m_modified = true;
    return {};
}

Result<void> ProfileStore::save()
{
    Result<void> written = writeFileAtomically(m_path, text());
    if (written)
        m_modified = false;
    return written;
}

Result<void> ProfileStore::saveAs(const QString &path)
{
    const QString before = std::exchange(m_path, path);
    Result<void> written = save();
    if (!written)
        m_path = before;
    return written;
}

} // namespace assayer
