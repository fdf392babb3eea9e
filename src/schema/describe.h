// Failures in words.
#pragma once

#include "schema/run.h"
#include "schema/schemaevaluator.h"

#include <string>

namespace assayer::schema {

/// Turns the records of one run into sentences.
class Describer {
public:
    /// `root` is the value that was judged: instance paths begin there.
    Describer(const ProgramParts &program, const json::Document &instance, const json::Value &root);

    Failure failure(const Record &record) const;
    std::string doubt(const Doubt &doubt) const;

private:
    struct Words {
        std::string expected;
        std::string message;
    };

    std::string instancePath(const json::Value &value) const;
    std::string shown(const json::Value &value) const;
    std::string shownType(const json::Value &value) const;
    std::string shownWhole(const json::Value &value) const;
    std::string shownSchema(const Record &record) const;
    std::string shownSchema(const Record &record, Keyword keyword) const;
    std::string constantOf(const Record &record) const;
    const json::Value *keywordValue(const Record &record) const;
    Words words(const Record &record, const std::string &subject) const;
    Words valueWords(const Record &record, const std::string &subject) const;
    Words memberWords(const Record &record, const std::string &subject) const;
    Words dependentWords(const Record &record, const std::string &subject) const;
    Words nameWords(const Record &record) const;
    Words formatWords(const Record &record, const std::string &subject) const;
    Words countWords(const Record &record, const std::string &subject) const;
    Words limitWords(const Record &record, const std::string &subject) const;
    void addCauses(const Record &record, Failure &failure) const;

    // describealternatives.cpp
    Words alternatives(const Record &record, const std::string &subject) const;
    Words tooMany(const Record &record, const std::string &subject) const;
    std::string byTag(const Record &record) const;
    std::string label(const Record &record, std::size_t index) const;

    const ProgramParts &m_program;
    const json::Document &m_instance;
    std::size_t m_prefix; ///< length of the root's own pointer in its document
};

/// The alternatives of anyOf or oneOf, the one that was probably meant first.
std::vector<std::size_t> closestFirst(const Record &record);

} // namespace assayer::schema
