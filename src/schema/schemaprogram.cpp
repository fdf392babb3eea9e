#include "schema/schemaprogram.h"

#include "schema/programparts.h"

namespace assayer::schema {

Program::Program(std::unique_ptr<ProgramParts> parts)
    : m_parts(std::move(parts))
{
}

Program::~Program() = default;

Dialect Program::dialect() const
{
    return m_parts->features.dialect;
}

bool Program::assertsFormats() const
{
    return m_parts->features.assertFormats;
}

std::size_t Program::size() const
{
    return m_parts->nodes.size();
}

std::string ProgramParts::pathOf(const json::Document &document, const json::Value &schema) const
{
    for (const SourcePlace &source : sources) {
        const bool inside = source.document.get() == &document && source.root->begin() <= schema.begin() && schema.end() <= source.root->end();
        if (inside)
            return source.uri + "#" + document.pointerAt(schema.begin()).substr(document.pointerAt(source.root->begin()).size());
    }
    return "#";
}

} // namespace assayer::schema
