// Plays the stdio side of one report: reportschild CORPUS.json ID LOG. Every line read is appended to LOG behind the process id.
#include "suites/reports/reportscript.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include <unistd.h>

using namespace assayer;

namespace {

/// Writes what the reply says; true where the process is to end.
bool play(const json::Value &reply, test::ReportScript &script, const test::ReportScript::Event &event)
{
    const json::Value *errors = reply.find("stderr");
    for (const json::Value &text : errors ? errors->items() : std::span<const json::Value>())
        std::cerr << text.string() << std::flush;
    const json::Value *out = reply.find("stdout");
    std::size_t n = 0;
    for (const json::Value &text : out ? out->items() : std::span<const json::Value>())
        std::cout << script.fill(text.string(), event, ++n) << std::flush;
    if (const json::Value *code = reply.find("exit"))
        std::exit(int(*code->integer()));
    return false;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    std::ifstream file(argv[1]);
    std::stringstream text;
    text << file.rdbuf();
    const auto corpus = json::Document::parse(text.str());
    if (!corpus)
        return 2;
    json::Node entry;
    for (const json::Value &candidate : (*corpus)->root().find("entries")->items()) {
        if (candidate.stringAt("id") == argv[2])
            entry = { *corpus, &candidate };
    }
    if (!entry)
        return 2;
    test::ReportScript script(entry);
    test::ReportScript::Event start;
    start.method = "start";
    if (const json::Value *reply = script.match(start))
        play(*reply, script, start);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::ofstream(argv[3], std::ios::app) << getpid() << ' ' << line << '\n';
        const auto event = test::eventOf({}, {}, line);
        if (const json::Value *reply = script.match(event)) {
            play(*reply, script, event);
            continue;
        }
        int status = 0;
        const std::string answer = script.defaultAnswer(event, status);
        if (!answer.empty())
            std::cout << answer << '\n' << std::flush;
    }
    return 0;
}
