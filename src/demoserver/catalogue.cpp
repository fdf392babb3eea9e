#include "demoserver/catalogue.h"

#include "json/write.h"

namespace demo {
namespace {

using assayer::json::Writer;

constexpr const char *searchNotes = R"({"name":"search_notes","title":"Search notes","description":"Finds notes by full text in title and body.","inputSchema":{"type":"object","properties":{"query":{"type":"string","description":"Words to look for"},"limit":{"type":"integer","minimum":1,"maximum":50,"default":20},"archived":{"type":"boolean","description":"Look into archived notes too"},"tags":{"type":"array","items":{"type":"string"}}},"required":["query"]},"outputSchema":{"type":"object","properties":{"total":{"type":"integer","minimum":0},"notes":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"}},"required":["id","title"]}}},"required":["total","notes"]},"annotations":{"readOnlyHint":true,"openWorldHint":false}})";
constexpr const char *addNote = R"({"name":"add_note","title":"Add a note","description":"Keeps a new note until the server ends.","inputSchema":{"type":"object","properties":{"title":{"type":"string","minLength":1},"text":{"type":"string"}},"required":["title"]},"annotations":{"readOnlyHint":false,"destructiveHint":false}})";
constexpr const char *deleteNote = R"({"name":"delete_note","title":"Delete a note","description":"Removes a note for good.","inputSchema":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true}})";
// PHP writes an empty array where an empty object is meant.
constexpr const char *makeTable = R"({"name":"make_table","description":"Formats notes as a table.","inputSchema":{"type":"object"},"annotations":[]})";
constexpr const char *importNotes = R"({"name":"import_notes","title":"Import notes","description":"Pretends to import notes for a few seconds and reports its progress.","inputSchema":{"type":"object","properties":{"steps":{"type":"integer","minimum":1,"maximum":20,"default":5}}}})";
constexpr const char *wordReport = R"({"name":"word_report","title":"Word report","description":"Counts words. Its output breaks its own schema: total is sent as a string.","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"total":{"type":"integer"}},"required":["total"]},"annotations":{"readOnlyHint":true}})";
constexpr const char *askMe = R"({"name":"ask_me","title":"Ask me","description":"Asks how many notes to show, by elicitation.","inputSchema":{"type":"object"}})";
constexpr const char *regional = R"({"name":"regional_search","description":"Searches in one region; the region travels in a header of the modern era.","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region","enum":["eu","us"]},"query":{"type":"string"}},"required":["query"]}})";
// SEP-2243 knows no header of type number: the tool is left out where headers are mirrored.
constexpr const char *badHeader = R"({"name":"bad_header","description":"Has a header annotation that clients must refuse.","inputSchema":{"type":"object","properties":{"ratio":{"type":"number","x-mcp-header":"Ratio"}}}})";
constexpr const char *failing = R"({"name":"always_fails","description":"Answers with an error result.","inputSchema":{"type":"object"}})";

constexpr const char *echo = R"({"name":"echo","title":"Echo","description":"Says what it was told.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},"annotations":{"readOnlyHint":true}})";
constexpr const char *showContent = R"({"name":"show_content","title":"Every kind of content","description":"Answers with text, a picture, a sound, an embedded resource and links.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}})";
constexpr const char *signIn = R"({"name":"sign_in","title":"Sign in","description":"Asks to open a page in the browser (elicitation in URL mode).","inputSchema":{"type":"object"}})";
constexpr const char *twoSteps = R"({"name":"two_steps","title":"Two questions","description":"Asks for a name, then for a colour.","inputSchema":{"type":"object"}})";
constexpr const char *summarizeWithModel = R"({"name":"summarize_with_model","title":"Summarize with your model","description":"Asks the client's model for a summary (sampling).","inputSchema":{"type":"object","properties":{"id":{"type":"integer","default":1}}}})";
constexpr const char *listRoots = R"({"name":"list_roots","title":"List your folders","description":"Asks the client for its roots.","inputSchema":{"type":"object"}})";
constexpr const char *chatter = R"({"name":"chatter","title":"Write to the log","description":"Sends one log message of each level that is wanted.","inputSchema":{"type":"object"}})";
constexpr const char *longReport = R"({"name":"long_report","title":"Report on all notes","description":"Takes some seconds; may run as a task, and may ask something meanwhile.","inputSchema":{"type":"object","properties":{"seconds":{"type":"integer","minimum":0,"maximum":60,"default":3},"ask":{"type":"boolean","default":false,"description":"Ask before the report is done"}}},"execution":{"taskSupport":"optional"}})";
constexpr const char *backup = R"({"name":"nightly_backup","title":"Back up all notes","description":"Runs as a task or, in the legacy era, not at all.","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}})";
constexpr const char *learnTrick = R"({"name":"learn_trick","title":"Learn a trick","description":"Adds a tool to this list, or takes it away again, and says that the list changed.","inputSchema":{"type":"object"}})";
constexpr const char *trick = R"({"name":"trick","title":"The trick","description":"The tool that learn_trick added.","inputSchema":{"type":"object"}})";
// Every kind of field that a form may meet.
constexpr const char *everyField = R"({"name":"every_field","title":"Every kind of field","description":"Takes an argument of every kind and sends them back.","inputSchema":{"type":"object","$defs":{"branch":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/branch"}}},"required":["name"]}},"properties":{)"
    R"("text":{"type":"string","title":"A line of text","default":"as it is","minLength":1,"maxLength":80},"long_text":{"type":"string","title":"A long text","maxLength":4000,"description":"Several lines"},"whole":{"type":"integer","minimum":-5,"maximum":9007199254740993,"default":3},"ratio":{"type":"number","minimum":0,"maximum":1},"flag":{"type":"boolean"},)"
    R"("choice":{"type":"string","enum":["s","m","l"],"enumNames":["Small","Medium","Large"],"default":"m"},"titled":{"oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]},"several":{"type":"array","uniqueItems":true,"items":{"anyOf":[{"const":"mon","title":"Monday"},{"const":"tue","title":"Tuesday"},{"const":"wed","title":"Wednesday"}]},"minItems":1},)"
    R"("day":{"type":"string","format":"date"},"moment":{"type":"string","format":"date-time"},"clock":{"type":"string","format":"time"},"mail":{"type":"string","format":"email"},"page":{"type":"string","format":"uri"},"rows":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"amount":{"type":"number"}},"required":["key"]}},)"
    R"("words":{"type":"array","items":{"type":"string"},"maxItems":4},"group":{"type":"object","title":"A group","properties":{"street":{"type":"string"},"zip":{"type":"string","pattern":"^[0-9]{5}$"}},"required":["street"]},"maybe":{"type":["string","null"],"title":"Text or null"},"either":{"oneOf":[{"title":"By number","type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},{"title":"By name","type":"object","properties":{"name":{"type":"string"}},"required":["name"]}]},)"
    R"("tree":{"$ref":"#/$defs/branch"},"pairs":{"type":"object","additionalProperties":{"type":"string"}},"anything":{}},"required":["text"]}})";

std::string noteEntry(const Note &note)
{
    Writer writer;
    writer.beginObject().member("uri", uriOf(note)).member("name", note.title).member("mimeType", "text/markdown");
    writer.member("size", static_cast<std::int64_t>(note.text.size())).endObject();
    return writer.take();
}

} // namespace

Pages toolPages(bool modern, bool withTrick)
{
    Pages pages { { searchNotes, addNote, makeTable }, { deleteNote, importNotes, wordReport, askMe, echo, everyField, showContent, longReport },
        { regional, failing, twoSteps, signIn, summarizeWithModel, listRoots, chatter, backup, learnTrick } };
    if (withTrick)
        pages.back().push_back(trick);
    if (modern)
        pages.back().push_back(badHeader);
    return pages;
}

Pages resourcePages(const Notes &notes)
{
    Pages pages(3);
    std::size_t count = 0;
    for (const Note &note : notes.all())
        pages[count++ * 2 / (notes.all().size() + 1)].push_back(noteEntry(note));
    // Go writes null for an absent optional member.
    pages[1].push_back(R"({"uri":"notes://grace/export","name":"export","mimeType":null})");
    pages[2].push_back(R"({"uri":"notes://logo","name":"logo","title":"The notebook's logo","mimeType":"image/png"})");
    pages[2].push_back(R"({"uri":"notes://tone","name":"tone","title":"A sound","mimeType":"audio/wav"})");
    pages[2].push_back(R"({"uri":"notes://table","name":"table","title":"All notes as a table","mimeType":"text/csv"})");
    return pages;
}

Pages templatePages()
{
    return { { R"({"uriTemplate":"notes://{owner}/{id}","name":"note","title":"One note","mimeType":"text/markdown"})" },
        // A template's member copied from a resource: uri where uriTemplate is meant.
        { R"({"uri":"notes://{owner}","name":"all_of_owner"})" },
        { R"({"uriTemplate":"notes://search{?query,limit}","name":"search","title":"Search by address"})" } };
}

Pages promptPages()
{
    return { { R"({"name":"summarize","title":"Summarize a note","description":"Asks for a summary of one note.","arguments":[{"name":"noteId","description":"Number of the note","required":true},{"name":"style","description":"short or long"}]})" },
        // An object keyed by name where an array is meant.
        { R"({"name":"review","description":"Asks for a review.","arguments":{"noteId":{"required":true}}})" },
        { R"({"name":"greet","description":"Says hello."})" } };
}

std::string listResult(std::string_view member, const Pages &pages, std::string_view cursor, bool modern)
{
    std::size_t index = 0;
    if (!cursor.empty()) {
        if (!cursor.starts_with("page-") || cursor.size() != 6 || cursor[5] < '2' || cursor[5] > '9')
            return {};
        index = static_cast<std::size_t>(cursor[5] - '1');
    }
    if (index >= pages.size())
        return {};
    Writer writer;
    writer.beginObject().key(member).beginArray();
    for (const std::string &entry : pages[index])
        writer.raw(entry);
    writer.endArray();
    if (index + 1 < pages.size())
        writer.member("nextCursor", std::string_view("page-" + std::to_string(index + 2)));
    if (modern)
        writer.member("resultType", "complete").member("ttlMs", 60000).member("cacheScope", "private");
    writer.endObject();
    return writer.take();
}

} // namespace demo
