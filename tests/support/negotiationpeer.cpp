// A scripted stdio server: negotiation_peer SCRIPT FOLDER. The script holds "server", "onStart" and "ignoreStdinEnd" of a
// case; each process leaves FOLDER/spawn-N with the methods that it received, one a line.
#include "support/negotiationscript.h"

#include <QFile>
#include <QJsonDocument>
#include <QThread>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>

using namespace assayer::test;

namespace {

constexpr int exitAfterMs = 10;
constexpr int livesAtMostS = 60;

int spawnNumber(const QByteArray &folder, int &log)
{
    for (int number = 1;; ++number) {
        log = open((folder + "/spawn-" + QByteArray::number(number)).constData(), O_CREAT | O_EXCL | O_WRONLY, 0600);
        if (log >= 0)
            return number;
    }
}

void put(int fd, QByteArray bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = write(fd, bytes.constData(), size_t(bytes.size()));
        if (written <= 0)
            return;
        bytes.remove(0, written);
    }
}

void run(const QJsonObject &action, const ScriptedRequest &request)
{
    if (action.contains(u"spawn") && action.value(u"spawn").toInt() != request.spawn)
        return;
    if (action.contains(u"delayMs"))
        QThread::msleep(static_cast<unsigned long>(action.value(u"delayMs").toInt()));
    const QByteArray eol = action.contains(u"eol") ? action.value(u"eol").toString().toUtf8() : QByteArray("\n");
    if (action.contains(u"writeJson"))
        put(STDOUT_FILENO, scriptText(action.value(u"writeJson"), request, {}) + eol);
    if (action.contains(u"writeText"))
        put(STDOUT_FILENO, scriptString(action.value(u"writeText").toString(), request, {}));
    if (action.contains(u"splitJson")) {
        const QByteArray text = scriptText(action.value(u"splitJson"), request, {}) + eol;
        put(STDOUT_FILENO, text.first(text.size() / 2));
        QThread::msleep(static_cast<unsigned long>(action.value(u"gapMs").toInt()));
        put(STDOUT_FILENO, text.sliced(text.size() / 2));
    }
    if (action.contains(u"stderr"))
        put(STDERR_FILENO, action.value(u"stderr").toString().toUtf8());
    if (action.value(u"closeStdout").toBool())
        close(STDOUT_FILENO);
    if (action.value(u"ignoreSigterm").toBool())
        std::signal(SIGTERM, SIG_IGN);
    if (action.contains(u"exit")) {
        if (!action.value(u"now").toBool())
            QThread::msleep(exitAfterMs);
        _exit(action.value(u"exit").toInt());
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    QFile file(QString::fromLocal8Bit(argv[1]));
    if (!file.open(QIODevice::ReadOnly))
        return 2;
    const QJsonObject script = QJsonDocument::fromJson(file.readAll()).object();
    alarm(livesAtMostS);
    int log = -1;
    ScriptedRequest request;
    request.spawn = spawnNumber(argv[2], log);
    for (const QJsonValue &action : script.value(u"onStart").toArray())
        run(action.toObject(), request);
    ScriptRules rules(script.value(u"server").toArray());
    std::string line;
    while (std::getline(std::cin, line)) {
        request.body = QByteArray::fromStdString(line);
        request.rpc = QJsonDocument::fromJson(request.body).object();
        put(log, request.body + '\n');
        for (const QJsonValue &action : rules.match(request).value(u"actions").toArray())
            run(action.toObject(), request);
    }
    while (script.value(u"ignoreStdinEnd").toBool())
        pause();
    return 0;
}
