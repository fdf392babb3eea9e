// The rules of list entries once more, written by hand from the prose and without the tables: slow, plain, and independent.
#pragma once

#include "json/document.h"
#include "protocol/listkind.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace assayer::test {

class SlowChecker {
public:
    explicit SlowChecker(const json::Document &document, bool modern)
        : m_document(document)
        , m_modern(modern)
    {
    }

    /// "path: message" of everything a client refuses, in the order of the prose.
    std::vector<std::string> check(ListKind kind, const json::Value &entry)
    {
        if (!entry.isObject()) {
            say("", "Invalid input: expected object, received " + word(&entry));
            return m_issues;
        }
        const Members members = read(entry);
        text(members, "name", "", true);
        text(members, "title", "", false);
        icons(members);
        if (kind == ListKind::Tools)
            tool(members);
        else if (kind == ListKind::Prompts)
            prompt(members);
        else
            resource(members, kind == ListKind::Resources);
        if (members.count("_meta") && !members.at("_meta")->isObject())
            wrong("_meta", "object", members.at("_meta"));
        return m_issues;
    }

private:
    using Members = std::map<std::string, const json::Value *>;

    static Members read(const json::Value &object)
    {
        Members members;
        for (const json::Member &member : object.members())
            members[std::string(member.name())] = &member.value();
        return members;
    }
    static std::string word(const json::Value *value)
    {
        if (!value)
            return "undefined";
        if (value->isNull())
            return "null";
        if (value->isBool())
            return "boolean";
        return value->isNumber() ? "number" : value->isString() ? "string" : value->isArray() ? "array" : "object";
    }
    static const json::Value *at(const Members &members, const std::string &name)
    {
        const auto found = members.find(name);
        return found == members.end() ? nullptr : found->second;
    }
    void say(const std::string &path, const std::string &message) { m_issues.push_back(path.empty() ? message : path + ": " + message); }
    void wrong(const std::string &path, const std::string &expected, const json::Value *value)
    {
        std::string received = word(value);
        if (expected == "number" && value && value->isNumber())
            received = value->number() < 0 ? "-Infinity" : "Infinity";
        say(path, "Invalid input: expected " + expected + ", received " + received);
    }
    void text(const Members &members, const std::string &name, const std::string &prefix, bool required)
    {
        const json::Value *value = at(members, name);
        if (value ? !value->isString() : required)
            wrong(prefix + name, "string", value);
    }
    void boolean(const Members &members, const std::string &name, const std::string &prefix)
    {
        if (const json::Value *value = at(members, name); value && !value->isBool())
            wrong(prefix + name, "boolean", value);
    }
    void oneOf(const json::Value *value, const std::string &path, const std::vector<std::string> &words)
    {
        std::string list;
        for (const std::string &each : words) {
            if (value->isString() && value->string() == each)
                return;
            list += (list.empty() ? "\"" : "|\"") + each + "\"";
        }
        say(path, "Invalid option: expected one of " + list);
    }
    void icons(const Members &members)
    {
        const json::Value *list = at(members, "icons");
        if (!list)
            return;
        if (!list->isArray())
            return wrong("icons", "array", list);
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string path = "icons." + std::to_string(i);
            if (!list->items()[i].isObject()) {
                wrong(path, "object", &list->items()[i]);
                continue;
            }
            const Members icon = read(list->items()[i]);
            text(icon, "src", path + ".", true);
            text(icon, "mimeType", path + ".", false);
            texts(icon, "sizes", path + ".");
            if (icon.count("theme"))
                oneOf(icon.at("theme"), path + ".theme", { "light", "dark" });
        }
    }
    void texts(const Members &members, const std::string &name, const std::string &prefix)
    {
        const json::Value *list = at(members, name);
        if (!list)
            return;
        if (!list->isArray())
            return wrong(prefix + name, "array", list);
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (!list->items()[i].isString())
                wrong(prefix + name + "." + std::to_string(i), "string", &list->items()[i]);
        }
    }
    void schema(const Members &members, const std::string &name, bool required, bool typed)
    {
        const json::Value *value = at(members, name);
        if (!value && !required)
            return;
        if (!value || !value->isObject())
            return wrong(name, "object", value);
        const Members schema = read(*value);
        if (typed && !(schema.count("type") && schema.at("type")->isString() && schema.at("type")->string() == "object"))
            say(name + ".type", "Invalid input: expected \"object\"");
        if (!m_modern)
            return legacySchema(schema, name);
        text(schema, "$schema", name + ".", false);
    }
    void legacySchema(const Members &schema, const std::string &name)
    {
        if (const json::Value *properties = at(schema, "properties")) {
            if (!properties->isObject())
                wrong(name + ".properties", "object", properties);
            // In the order of the wire, duplicates where the last one stands.
            const Members inForce = read(*properties);
            for (const json::Member &member : properties->members()) {
                if (inForce.at(std::string(member.name())) == &member.value() && infinite(member.value()))
                    say(name + ".properties." + std::string(member.name()), "Invalid input");
            }
        }
        texts(schema, "required", name + ".");
    }
    bool infinite(const json::Value &value) const
    {
        if (value.isNumber())
            return std::isinf(std::strtod(std::string(m_document.raw(value)).c_str(), nullptr));
        for (const json::Value &item : value.items()) {
            if (infinite(item))
                return true;
        }
        for (const json::Member &member : value.members()) {
            if (infinite(member.value()))
                return true;
        }
        return false;
    }
    void tool(const Members &members)
    {
        text(members, "description", "", false);
        schema(members, "inputSchema", true, true);
        schema(members, "outputSchema", false, !m_modern);
        if (const json::Value *hints = at(members, "annotations")) {
            if (!hints->isObject()) {
                wrong("annotations", "object", hints);
            } else {
                const Members each = read(*hints);
                text(each, "title", "annotations.", false);
                for (const char *hint : { "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint" })
                    boolean(each, hint, "annotations.");
            }
        }
        const json::Value *execution = at(members, "execution");
        if (m_modern || !execution)
            return;
        if (!execution->isObject())
            return wrong("execution", "object", execution);
        const Members each = read(*execution);
        if (each.count("taskSupport"))
            oneOf(each.at("taskSupport"), "execution.taskSupport", { "required", "optional", "forbidden" });
    }
    void prompt(const Members &members)
    {
        text(members, "description", "", false);
        const json::Value *list = at(members, "arguments");
        if (!list)
            return;
        if (!list->isArray())
            return wrong("arguments", "array", list);
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string path = "arguments." + std::to_string(i);
            if (!list->items()[i].isObject()) {
                wrong(path, "object", &list->items()[i]);
                continue;
            }
            const Members argument = read(list->items()[i]);
            text(argument, "name", path + ".", true);
            text(argument, "description", path + ".", false);
            boolean(argument, "required", path + ".");
        }
    }
    void resource(const Members &members, bool concrete)
    {
        text(members, concrete ? "uri" : "uriTemplate", "", true);
        text(members, "description", "", false);
        text(members, "mimeType", "", false);
        if (concrete && members.count("size") && !finite(*members.at("size")))
            wrong("size", "number", members.at("size"));
        const json::Value *annotations = at(members, "annotations");
        if (!annotations)
            return;
        if (!annotations->isObject())
            return wrong("annotations", "object", annotations);
        const Members each = read(*annotations);
        if (const json::Value *audience = at(each, "audience")) {
            if (!audience->isArray())
                wrong("annotations.audience", "array", audience);
            for (std::size_t i = 0; i < audience->items().size(); ++i)
                oneOf(&audience->items()[i], "annotations.audience." + std::to_string(i), { "user", "assistant" });
        }
        if (const json::Value *priority = at(each, "priority"))
            judgePriority(*priority);
        if (const json::Value *time = at(each, "lastModified")) {
            if (!time->isString())
                wrong("annotations.lastModified", "string", time);
            else if (!isTime(std::string(time->string())))
                say("annotations.lastModified", "Invalid ISO datetime");
        }
    }
    bool finite(const json::Value &value) const { return value.isNumber() && !infinite(value); }
    void judgePriority(const json::Value &value)
    {
        if (!finite(value))
            return wrong("annotations.priority", "number", &value);
        const double given = std::strtod(std::string(m_document.raw(value)).c_str(), nullptr);
        if (given > 1)
            say("annotations.priority", "Too big: expected number to be <=1");
        else if (given < 0)
            say("annotations.priority", "Too small: expected number to be >=0");
    }
    static bool isTime(const std::string &text)
    {
        static const std::regex shape(R"((\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-](\d\d):(\d\d)))");
        std::smatch part;
        if (text.size() > 200 || text.find('\n') != std::string::npos || !std::regex_match(text, part, shape))
            return false;
        const int year = std::stoi(part[1]), month = std::stoi(part[2]), day = std::stoi(part[3]);
        if (month < 1 || month > 12 || day < 1 || std::stoi(part[4]) > 23 || std::stoi(part[5]) > 59 || std::stoi(part[6]) > 59)
            return false;
        if (part[9].matched && (std::stoi(part[9]) > 23 || std::stoi(part[10]) > 59))
            return false;
        const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        const int longest = month == 2 ? (leap ? 29 : 28) : (month == 4 || month == 6 || month == 9 || month == 11) ? 30 : 31;
        return day <= longest;
    }

    const json::Document &m_document;
    const bool m_modern;
    std::vector<std::string> m_issues;
};

} // namespace assayer::test
