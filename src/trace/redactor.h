// Takes secrets out of records before they leave the machine: values, never names and never schemas.
#pragma once

#include "base/finding.h"
#include "trace/tracefacts.h"

#include <QByteArray>
#include <QByteArrayList>

#include <memory>
#include <vector>

namespace assayer {

/// What the user configured as secret, beside what is secret by its name.
struct SecretSources {
    QByteArrayList headerNames; ///< headers given by --header or a profile
    QByteArrayList variableNames; ///< environment variables given: members of that name hold a secret
    QByteArrayList values; ///< known secret texts: environment values, header values, tokens
    /// Adds what a trace's header line names.
    void addFromHeaderLine(const QByteArray &headerLine);
};

struct Redaction {
    quint64 record = 0; ///< seq; 0 for the header line
    QByteArray where; ///< "header NAME", JSON Pointer, "form NAME", "query NAME", "userinfo", "argument N", "env NAME"
    bool operator==(const Redaction &other) const = default;
};

struct RedactorState;

/// Reads the whole trace once to learn the secrets, then gives redacted records, in any number of threads. The trace must not be
/// shorter than it was at construction, and records added later are redacted with what was known then.
class Redactor {
public:
    Redactor(const TraceAnalyzer &trace, SecretSources sources = {});
    ~Redactor();
    Redactor(Redactor &&) noexcept;

    /// Records there were when it was made.
    quint64 count() const;
    /// The record without secrets. Members and header line are covered too. Types, ids, times and order stay.
    TraceRecord redacted(quint64 row) const;
    /// Whether redacted() differs from the record.
    bool changes(quint64 row) const;
    /// What was removed from that record.
    std::vector<Redaction> redactions(quint64 row) const;
    QByteArray redactedHeaderLine() const;
    std::vector<Redaction> headerRedactions() const;
    /// Removes known secrets from a free text (messages of findings, names of files).
    QByteArray redactedText(QByteArray text) const;

    /// The same for what findings say.
    Findings redactedFindings(Findings findings) const;

    /// What stands where a secret stood.
    static QByteArray mask() { return QByteArrayLiteral("[redacted]"); }
    /// Whether a header, member, form field or argument of that name holds a secret.
    static bool isSecretName(std::string_view name);
    static bool isSecretHeader(std::string_view name);

private:
    std::unique_ptr<RedactorState> m_state;
};

} // namespace assayer
