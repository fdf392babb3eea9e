// Learns secrets from heads, JSON texts, forms, URLs, arguments and environments.
#pragma once

#include "json/document.h"
#include "trace/redactor.h"
#include "trace/secretpatterns.h"

#include <QByteArray>

#include <string_view>

namespace assayer {

class SecretFinder {
public:
    SecretFinder(SecretPatterns &patterns, const SecretSources &sources);

    void learnHead(std::string_view bytes);
    /// A JSON text of the wire: members by name, nested texts and URLs in strings.
    void learnJson(std::string_view text, int depth = 0);
    /// What a record or the header line says beside bytes: commands, arguments, environments too.
    void learnMembers(std::string_view text);
    void learnForm(std::string_view body);
    /// A query, without '?'. `codes`: an authorization code is one here.
    void learnQuery(std::string_view query, bool codes);
    /// A text of no kind: stderr, noise. Arguments, assignments and bearer tokens.
    void learnText(std::string_view text);
    static bool looksLikeForm(std::string_view body);

private:
    void learnHeader(std::string_view name, std::string_view value);
    void learnCredentials(std::string_view value);
    void learnCookies(std::string_view value, bool firstOnly);
    void learnUrls(std::string_view text, bool codes);
    void learnUrl(std::string_view url, bool codes);
    void learnPair(std::string_view slice, std::string_view name, std::string_view value, bool codes);
    void walk(const json::Document &document, const json::Value &root, int depth, bool members);
    void learnObject(const json::Document &document, const json::Value &object);
    void learnValue(const json::Document &document, const json::Member &member);
    void learnInside(const json::Value &value);
    void learnString(std::string_view text, int depth);
    void learnEmbedded(std::string_view text);
    void learnArguments(const json::Value &array);
    bool isSecretName(std::string_view name) const;
    bool isSecretHeader(std::string_view name) const;

    SecretPatterns &m_patterns;
    const SecretSources &m_sources;
};

} // namespace assayer
