// Entries of the four lists, in the order in which faults are named.
#include "protocol/rules/common.h"

namespace assayer::rules {
namespace {

// inputSchema and outputSchema. Legacy clients read `type`, `properties` and `required`; modern ones leave the schema to the
// schema compiler, so what is wrong inside is off-spec, but drops nothing.
constexpr Rule propertyElement { .member = "properties", .check = checkPropertySchema };
constexpr Rule requiredElement { .member = "required", .want = Want::String };
constexpr Rule requiredElementModern { .member = "required", .want = Want::String, .level = Fault::Warning };
constexpr std::array inputSchemaRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "object" },
    Rule { .member = "properties", .want = Want::Map, .judged = legacy, .element = &propertyElement },
    Rule { .member = "properties", .want = Want::Object, .judged = modern, .level = Fault::Warning },
    Rule { .member = "required", .want = Want::Array, .judged = legacy, .element = &requiredElement },
    Rule { .member = "required", .want = Want::Array, .judged = modern, .element = &requiredElementModern, .level = Fault::Warning },
    Rule { .member = "$schema", .judged = legacy, .check = checkDialect },
    Rule { .member = "$schema", .want = Want::String, .judged = modern, .check = checkDialect },
};
constexpr Shape inputSchemaShape { .name = "tool.inputSchema", .rows = inputSchemaRows, .strip = false, .spec = "server/tools#tool" };

constexpr std::array outputSchemaRows {
    Rule { .member = "type", .want = Want::String, .required = true, .judged = legacy, .literal = "object" },
    Rule { .member = "properties", .want = Want::Map, .judged = legacy, .element = &propertyElement },
    Rule { .member = "properties", .want = Want::Object, .judged = modern, .level = Fault::Warning },
    Rule { .member = "required", .want = Want::Array, .judged = legacy, .element = &requiredElement },
    Rule { .member = "required", .want = Want::Array, .judged = modern, .element = &requiredElementModern, .level = Fault::Warning },
    Rule { .member = "$schema", .judged = legacy, .check = checkDialect },
    Rule { .member = "$schema", .want = Want::String, .judged = modern, .check = checkDialect },
};
constexpr Shape outputSchemaShape { .name = "tool.outputSchema", .rows = outputSchemaRows, .strip = false, .spec = "server/tools#output-schema" };

constexpr std::array toolAnnotationRows {
    Rule { .member = "title", .want = Want::String },
    Rule { .member = "readOnlyHint", .want = Want::Boolean },
    Rule { .member = "destructiveHint", .want = Want::Boolean },
    Rule { .member = "idempotentHint", .want = Want::Boolean },
    Rule { .member = "openWorldHint", .want = Want::Boolean },
};
constexpr Shape toolAnnotationShape { .name = "tool.annotations", .rows = toolAnnotationRows, .spec = "server/tools#tool-annotations" };

constexpr std::array<std::string_view, 3> taskSupports { "required", "optional", "forbidden" };
constexpr std::array executionRows {
    Rule { .member = "taskSupport", .want = Want::String, .options = taskSupports },
};
constexpr Shape executionShape { .name = "tool.execution", .rows = executionRows, .spec = "basic/utilities/tasks#tool-level-negotiation" };

constexpr std::array toolRows {
    Rule { .member = "name", .want = Want::String, .required = true, .check = checkToolName, .spec = "server/tools#tool-names" },
    common::title,
    common::icons,
    common::description,
    Rule { .member = "inputSchema", .want = Want::Object, .required = true, .shape = &inputSchemaShape },
    Rule { .member = "outputSchema", .want = Want::Object, .defined = since2025_06, .shape = &outputSchemaShape },
    Rule { .member = "annotations", .want = Want::Object, .defined = since2025_03, .shape = &toolAnnotationShape },
    Rule { .member = "execution", .want = Want::Object, .judged = legacy, .defined = only2025_11, .shape = &executionShape },
    common::meta,
};

constexpr std::array resourceRows {
    common::name,
    common::title,
    common::icons,
    Rule { .member = "uri", .want = Want::String, .required = true, .check = checkUri },
    common::description,
    common::mimeType,
    Rule { .member = "size", .want = Want::Number, .check = checkInteger },
    common::annotations,
    common::meta,
};

constexpr std::array resourceTemplateRows {
    common::name,
    common::title,
    common::icons,
    Rule { .member = "uriTemplate", .want = Want::String, .required = true, .check = checkUriTemplate, .spec = "server/resources#resource-templates" },
    common::description,
    common::mimeType,
    common::annotations,
    common::meta,
};

constexpr std::array argumentRows {
    common::name,
    // Clients drop it unseen, though the specification names it: kept, and no reason to lose the prompt.
    Rule { .member = "title", .want = Want::String, .defined = since2025_06, .level = Fault::Warning },
    common::description,
    Rule { .member = "required", .want = Want::Boolean },
};
constexpr Shape argumentShape { .name = "prompt.argument", .rows = argumentRows, .spec = "server/prompts#prompt" };
constexpr Rule argumentElement { .member = "arguments", .want = Want::Object, .shape = &argumentShape };

constexpr std::array promptRows {
    common::name,
    common::title,
    common::icons,
    common::description,
    Rule { .member = "arguments", .want = Want::Array, .element = &argumentElement },
    common::meta,
};

} // namespace

constinit const Shape toolShape { .name = "tool", .rows = toolRows, .spec = "server/tools#tool" };
constinit const Shape resourceShape { .name = "resource", .rows = resourceRows, .spec = "server/resources#resource" };
constinit const Shape resourceTemplateShape { .name = "resource-template", .rows = resourceTemplateRows, .spec = "server/resources#resource-templates" };
constinit const Shape promptShape { .name = "prompt", .rows = promptRows, .spec = "server/prompts#prompt" };

const Shape &entryShape(ListKind kind)
{
    switch (kind) {
    case ListKind::Tools:
        return toolShape;
    case ListKind::Resources:
        return resourceShape;
    case ListKind::ResourceTemplates:
        return resourceTemplateShape;
    case ListKind::Prompts:
        break;
    }
    return promptShape;
}

} // namespace assayer::rules
