#include "profiles/jsoneditor.h"

#include "json/write.h"
#include "profiles/relaxedjson.h"

namespace assayer {

namespace {

std::string_view viewOf(const QByteArray &bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

std::string utf8(const QString &text)
{
    return text.toStdString();
}

QByteArray quotedName(const QString &name)
{
    return QByteArray::fromStdString(json::quoted(utf8(name)));
}

const json::Member *memberOf(const json::Value &object, const QString &name)
{
    const std::string wanted = utf8(name);
    const json::Member *found = nullptr;
    for (const json::Member &member : object.members()) {
        if (member.name() == wanted)
            found = &member;
    }
    return found;
}

QByteArray nested(const QStringList &names, const QByteArray &valueJson)
{
    QByteArray out = valueJson;
    for (auto it = names.crbegin(); it != names.crend(); ++it)
        out = '{' + quotedName(*it) + ": " + out + '}';
    return out;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Lines after the first get the indent of where the value is put.
QByteArray indented(const QByteArray &valueJson, const QByteArray &indent, const QByteArray &step)
{
    QByteArray out = QByteArray::fromStdString(json::pretty(viewOf(valueJson), 2));
    if (step == "\t") {
        QByteArray tabbed;
        const QList<QByteArray> lines = out.split('\n');
        for (const QByteArray &line : lines) {
            qsizetype blanks = 0;
            while (blanks < line.size() && line[blanks] == ' ')
                ++blanks;
            tabbed += (tabbed.isEmpty() ? "" : "\n") + QByteArray(blanks / 2, '\t') + line.mid(blanks);
        }
        out = tabbed;
    } else if (step.size() != 2) {
        out = QByteArray::fromStdString(json::pretty(viewOf(valueJson), static_cast<int>(step.size())));
    }
    return out.replace('\n', '\n' + indent);
}

/// Offsets of a text that had to be repaired do not fit the file.
Result<void> editable(const json::Document &document, const QByteArray &text)
{
    if (document.text().size() == static_cast<std::size_t>(text.size()))
        return {};
    return fail("unreadable-file", "the file is not UTF-8: Assayer does not edit it", "not-utf-8");
}

} // namespace

Result<JsonEditor> JsonEditor::open(const QByteArray &source, const QString &path)
{
    JsonEditor editor;
    editor.m_text = source.trimmed().isEmpty() ? QByteArrayLiteral("{}\n") : source;
    editor.m_strict = QByteArray::fromStdString(blankRelaxed(viewOf(editor.m_text)).strict);
    Result<json::DocumentPtr> parsed = parseRelaxed(editor.m_text, path);
    if (!parsed)
        return fail(std::move(parsed).error());
    editor.m_document = std::move(parsed).value();
    return editor;
}

const json::Value *JsonEditor::find(const QStringList &path) const
{
    const json::Value *value = &m_document->root();
    for (const QString &name : path) {
        const json::Member *member = memberOf(*value, name);
        if (!member)
            return nullptr;
        value = &member->value();
    }
    return value;
}

Result<void> JsonEditor::set(const QStringList &path, const QByteArray &valueJson)
{
    if (const Result<void> fits = editable(*m_document, m_text); !fits)
        return fits;
    const json::Value *object = &m_document->root();
    for (qsizetype depth = 0; depth < path.size(); ++depth) {
        if (!object->isObject())
            return replace(object->begin(), object->end(), nested(path.mid(depth), valueJson));
        const json::Member *member = memberOf(*object, path[depth]);
        if (!member)
            return addMember(*object, path[depth], nested(path.mid(depth + 1), valueJson));
        object = &member->value();
    }
    return replace(object->begin(), object->end(), indented(valueJson, lineStart(object->begin()), step()));
}

Result<void> JsonEditor::remove(const QStringList &path)
{
    if (const Result<void> fits = editable(*m_document, m_text); !fits)
        return fits;
    const json::Value *object = find(path.mid(0, path.size() - 1));
    const json::Member *member = object ? memberOf(*object, path.last()) : nullptr;
    if (!member)
        return {};
    bool hasComma = false;
    const qsizetype end = endOfMember(*object, *member, hasComma);
    qsizetype begin = m_document->nameBegin(*member);
    while (begin > 0 && isBlank(m_text[begin - 1]))
        --begin;
    // The last one takes the comma before it along; a comment between the two keeps its place.
    if (!hasComma && begin > 0 && m_text[begin - 1] == ',' && m_strict[begin - 1] == ',')
        --begin;
    return replace(begin, end, {});
}

Result<void> JsonEditor::rename(const QStringList &path, const QString &name)
{
    if (const Result<void> fits = editable(*m_document, m_text); !fits)
        return fits;
    const json::Value *object = find(path.mid(0, path.size() - 1));
    const json::Member *member = object ? memberOf(*object, path.last()) : nullptr;
    if (!member)
        return {};
    const qsizetype begin = m_document->nameBegin(*member);
    qsizetype end = begin + 1;
    while (end < m_text.size() && m_text[end] != '"')
        end += m_text[end] == '\\' ? 2 : 1;
    return replace(begin, end + 1, quotedName(name));
}

Result<void> JsonEditor::replace(qsizetype begin, qsizetype end, const QByteArray &by)
{
    const QByteArray edited = m_text.left(begin) + by + m_text.mid(end);
    Result<JsonEditor> next = open(edited);
    if (!next)
        return fail(std::move(next).error());
    *this = std::move(next).value();
    return {};
}

Result<void> JsonEditor::addMember(const json::Value &object, const QString &name, const QByteArray &valueJson)
{
    const bool isEmpty = object.size() == 0;
    const QByteArray inner = indentOf(object);
    const bool oneLine = !isEmpty && !m_text.mid(object.begin(), object.end() - object.begin()).contains('\n');
    const QByteArray member = quotedName(name) + ": " + (oneLine ? valueJson : indented(valueJson, inner, step()));
    if (isEmpty)
        return replace(object.begin(), object.end(), "{\n" + inner + member + '\n' + lineStart(object.begin()) + '}');
    bool hasComma = false;
    const qsizetype end = endOfMember(object, object.members().back(), hasComma);
    const QByteArray gap = oneLine ? QByteArrayLiteral(" ") : '\n' + inner;
    return replace(end, end, (hasComma ? QByteArray() : QByteArrayLiteral(",")) + gap + member + (hasComma ? "," : ""));
}

/// Behind the value, and behind its comma where one follows (a trailing comma too).
qsizetype JsonEditor::endOfMember(const json::Value &object, const json::Member &member, bool &hasComma) const
{
    const qsizetype value = member.value().end();
    // Trailing commas are blank in the strict text, comments are too: only a comma outside of a comment counts.
    for (qsizetype at = value; at < static_cast<qsizetype>(object.end()); ++at) {
        const char c = m_text[at];
        if (c == '/' && at + 1 < m_text.size() && (m_text[at + 1] == '/' || m_text[at + 1] == '*')) {
            const qsizetype close = m_text[at + 1] == '/' ? m_text.indexOf('\n', at) : m_text.indexOf("*/", at) + 1;
            at = close < at ? m_text.size() : close;
            continue;
        }
        if (c == ',') {
            hasComma = true;
            return at + 1;
        }
        if (!isBlank(c))
            break;
    }
    hasComma = false;
    return value;
}

QByteArray JsonEditor::indentOf(const json::Value &object) const
{
    if (object.size() > 0)
        return lineStart(m_document->nameBegin(object.members().front()));
    return lineStart(object.begin()) + step();
}

/// White space at the start of the line that holds the offset.
QByteArray JsonEditor::lineStart(qsizetype offset) const
{
    const qsizetype start = offset > 0 ? m_text.lastIndexOf('\n', offset - 1) + 1 : 0;
    qsizetype end = start;
    while (end < m_text.size() && (m_text[end] == ' ' || m_text[end] == '\t'))
        ++end;
    return m_text.mid(start, end - start);
}

/// One step of the file's own indentation; two blanks where it has none.
QByteArray JsonEditor::step() const
{
    const json::Value &top = m_document->root();
    const QByteArray first = top.size() > 0 ? lineStart(top.isObject() ? m_document->nameBegin(top.members().front()) : 0) : QByteArray();
    return first.isEmpty() ? QByteArrayLiteral("  ") : first;
}

} // namespace assayer
