// One operation of a script: started once, finished once; then it can print its result.
#pragma once

#include "base/error.h"
#include "json/document.h"
#include "json/write.h"

#include <QObject>

#include <memory>
#include <optional>

namespace assayer {

class ScriptVerb;

class ScriptOperation : public QObject {
    Q_OBJECT
public:
    ScriptOperation(ScriptVerb &script, json::Node line);

    /// Null where the line names no operation, or lacks what it needs; `problem` says which.
    static ScriptOperation *make(ScriptVerb &script, const json::Node &line, std::string &problem);

    const std::string &name() const { return m_name; }
    bool isFinished() const { return m_finished; }
    const std::optional<Error> &error() const { return m_error; }

    virtual void start() = 0;
    virtual void cancel();
    /// Members of the result line between "op" and "error".
    virtual void write(json::Writer &out) const;

Q_SIGNALS:
    void begun(); ///< its request is with the transport; once, before or together with finished
    void finished();

protected:
    void finish(std::optional<Error> error = std::nullopt);
    void tellBegun();
    bool requireConnection(); ///< finishes with connection-closed where there is none

    /// Members of the line. JSON texts are exact; empty where absent.
    QByteArray text(const char *member) const; ///< of a string
    QByteArray raw(const char *member) const;
    bool flag(const char *member) const;
    qint64 integer(const char *member, qint64 standard) const;

    ScriptVerb &script() const { return m_script; }

private:
    ScriptVerb &m_script;
    json::Node m_line;
    std::string m_name;
    bool m_begun = false;
    bool m_finished = false;
    std::optional<Error> m_error;
};

} // namespace assayer
