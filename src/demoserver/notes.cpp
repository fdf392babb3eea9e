#include "demoserver/notes.h"

#include <algorithm>

namespace demo {
namespace {

bool contains(std::string_view text, std::string_view part)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), [lower](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

} // namespace

Notes::Notes()
{
    m_notes = {
        { 1, "ada", "Budget 2026", "Travel 4,200\nServers 11,900\nCoffee 310", { "budget", "money" }, false },
        { 2, "ada", "Reading list", "- Principles of network protocols\n- A history of hypertext", { "books" }, false },
        { 3, "grace", "Release checklist", "1. Tag\n2. Build\n3. Read the trace once more", { "work", "release" }, false },
        { 4, "grace", "Budget 2025", "Closed. Under budget by 120.", { "budget" }, true },
        { 42, "ada", "The answer", "Forty-two. The question is in another note.", { "misc" }, false },
    };
    m_lastId = 42;
}

const Note *Notes::find(int id) const
{
    const auto note = std::find_if(m_notes.begin(), m_notes.end(), [id](const Note &candidate) { return candidate.id == id; });
    return note == m_notes.end() ? nullptr : &*note;
}

std::vector<const Note *> Notes::search(std::string_view query, bool archived, std::size_t limit) const
{
    std::vector<const Note *> found;
    for (const Note &note : m_notes) {
        if (found.size() < limit && (archived || !note.archived) && (contains(note.title, query) || contains(note.text, query)))
            found.push_back(&note);
    }
    return found;
}

const Note &Notes::add(std::string title, std::string text)
{
    m_notes.push_back({ ++m_lastId, "you", std::move(title), std::move(text), {}, false });
    return m_notes.back();
}

bool Notes::remove(int id)
{
    return std::erase_if(m_notes, [id](const Note &note) { return note.id == id; }) > 0;
}

std::string uriOf(const Note &note)
{
    return "notes://" + note.owner + "/" + std::to_string(note.id);
}

} // namespace demo
