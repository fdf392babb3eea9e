// The demo server's data: a handful of notes, kept in memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace demo {

struct Note {
    int id = 0;
    std::string owner;
    std::string title;
    std::string text;
    std::vector<std::string> tags;
    bool archived = false;
};

class Notes {
public:
    Notes();

    const std::vector<Note> &all() const { return m_notes; }
    const Note *find(int id) const;
    std::vector<const Note *> search(std::string_view query, bool archived, std::size_t limit) const;
    const Note &add(std::string title, std::string text);
    bool remove(int id);

private:
    std::vector<Note> m_notes;
    int m_lastId = 0;
};

/// "notes://ada/42"
std::string uriOf(const Note &note);

} // namespace demo
