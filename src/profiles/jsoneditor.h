// Changes single members of a JSON file and leaves every other byte of it alone.
#pragma once

#include "base/error.h"
#include "json/document.h"

#include <QByteArray>
#include <QStringList>

namespace assayer {

/// Holds the text of a relaxed JSON file. Paths are member names from the root; arrays are replaced as a whole.
class JsonEditor {
public:
    /// Fails as parseRelaxed does. A text without anything in it becomes an empty object.
    static Result<JsonEditor> open(const QByteArray &source, const QString &path = {});

    const QByteArray &text() const { return m_text; }
    const json::Value &root() const { return m_document->root(); }
    const json::DocumentPtr &document() const { return m_document; }
    const json::Value *find(const QStringList &path) const;

    /// Replaces the member's value or adds the member as the last one; missing objects on the way are made.
    /// A parent that is no object is replaced by one. `valueJson` is JSON text.
    Result<void> set(const QStringList &path, const QByteArray &valueJson);
    /// Takes the member out, with its comma. Does nothing where it is not there.
    Result<void> remove(const QStringList &path);
    /// Gives a member another name in its place.
    Result<void> rename(const QStringList &path, const QString &name);

private:
    Result<void> replace(qsizetype begin, qsizetype end, const QByteArray &by);
    Result<void> addMember(const json::Value &object, const QString &name, const QByteArray &valueJson);
    qsizetype endOfMember(const json::Value &object, const json::Member &member, bool &hasComma) const;
    QByteArray indentOf(const json::Value &object) const;
    QByteArray lineStart(qsizetype offset) const;
    QByteArray step() const;

    QByteArray m_text;
    QByteArray m_strict; ///< m_text with blanks for what is no JSON
    json::DocumentPtr m_document;
};

} // namespace assayer
