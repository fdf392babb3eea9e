// A compiled JSON Schema.
#pragma once

#include "schema/dialects.h"

#include "json/document.h"

#include <memory>

namespace assayer::schema {

struct Node;
struct ProgramParts;

/// Immutable and shared; any number of threads may evaluate with it at once. Keeps the schema's document alive.
class Program {
public:
    explicit Program(std::unique_ptr<ProgramParts> parts);
    ~Program();
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;

    /// Of the schema's root.
    Dialect dialect() const;
    /// Whether `format` fails a value; otherwise it annotates.
    bool assertsFormats() const;
    /// Subschemas compiled.
    std::size_t size() const;

    const ProgramParts &parts() const { return *m_parts; } ///< for this room

private:
    std::unique_ptr<ProgramParts> m_parts;
};

using ProgramPtr = std::shared_ptr<const Program>;

} // namespace assayer::schema
