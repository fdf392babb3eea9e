// The verbs `inspect` and `check`: everything that is advertised, listed and judged.
#pragma once

#include "cli/connectedverb.h"
#include "trace/findingformat.h"

namespace assayer {

class InspectVerb : public ConnectedVerb {
    Q_OBJECT
public:
    InspectVerb(InspectionOptions options, Console console, QObject *parent = nullptr);

protected:
    void work() override;
    QByteArray failureReport(const Error &error) const override;
    void lost(const Error &error) override;
    virtual void print();
    virtual int verdict() const;

private:
    void listed();
};

class CheckVerb final : public InspectVerb {
    Q_OBJECT
public:
    enum class FailOn { Error, Warning, Never };
    CheckVerb(InspectionOptions options, Console console, FindingFormat format, FailOn failOn, QObject *parent = nullptr);

protected:
    void print() override;
    int verdict() const override;
    QByteArray failureReport(const Error &error) const override;
    bool isForPrograms() const override { return m_format != FindingFormat::Text || console().json; }

private:
    std::vector<FindingCase> cases() const;
    QByteArray artifactName() const;
    FindingFormat m_format;
    FailOn m_failOn;
};

} // namespace assayer
