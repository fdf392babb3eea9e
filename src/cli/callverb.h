// The verb `call`: lists the tools, calls one, judges its output; or shows the form of the tool and sends nothing.
#pragma once

#include "cli/connectedverb.h"

namespace assayer {

struct CallSettings {
    QByteArray tool;
    std::optional<QString> args;
    QStringList pairs;
    CallOptions options;
    bool form = false;
};

class CallVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    CallVerb(InspectionOptions options, Console console, CallSettings settings, QObject *parent = nullptr);

protected:
    void work() override;

private:
    void call();
    void showForm();
    void progressed(const ProgressUpdate &update);
    void taskChanged(const TaskInfo &task);
    void finished(const ActionResult &result);
    void printFailures(const OutputVerdict &output);
    void print(const ActionResult &result, const std::optional<Error> &error);
    json::Node definition() const;
    void refuse(const Error &error);

    CallSettings m_settings;
    std::string m_taskStatus; ///< last one told
};

} // namespace assayer
