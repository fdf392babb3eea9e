// The filter parser: any text either fits or is refused at a place inside of it.
#include "trace/filter.h"

#include <cstdint>
#include <cstdlib>

using namespace assayer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const TraceLog *log = [] {
        auto *made = new TraceLog;
        made->record(Frame::now(FrameType::Line, Direction::Out, Channel::Stdin, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}})" "\n"));
        made->record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "noise \xff\n"));
        return made;
    }();
    static const TraceAnalyzer *facts = [] {
        auto *made = new TraceAnalyzer(*log);
        made->update();
        return made;
    }();
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto filter = Filter::parse(text);
    if (filter) {
        (void)filter->rows(*facts, 0, facts->count());
        return 0;
    }
    const auto position = filter.error().data.position;
    if (!position || *position < 0 || *position > static_cast<std::int64_t>(size))
        std::abort();
    return 0;
}
