#include "models/contentblockmodel.h"

#include "models/nodes.h"

#include <array>
#include <utility>

namespace assayer {

namespace {

constexpr std::array<std::pair<const char *, ContentBlock::Kind>, 5> kinds { {
    { "text", ContentBlock::Text },
    { "image", ContentBlock::Image },
    { "audio", ContentBlock::Audio },
    { "resource", ContentBlock::Resource },
    { "resource_link", ContentBlock::ResourceLink },
} };

/// A block of a tool's result has a type; an entry of a resource's contents has none.
ContentBlock::Kind kindOf(const json::Node &node)
{
    const QString type = nodes::string(node, "type");
    for (const auto &[word, kind] : kinds) {
        if (type == QLatin1String(word))
            return kind;
    }
    const bool contents = node.value->isObject() && !node.value->find("type") && node.value->find("uri");
    return contents ? ContentBlock::Resource : ContentBlock::Unknown;
}

/// Where text, blob and URI of a block stand: an embedded resource has them one level deeper.
json::Node payload(const json::Node &node)
{
    const json::Node inner = nodes::member(node, "resource");
    return inner && inner.value->isObject() ? inner : node;
}

qint64 decodedSize(std::string_view base64)
{
    std::size_t letters = base64.size();
    while (letters > 0 && base64[letters - 1] == '=')
        --letters;
    return static_cast<qint64>(letters * 3 / 4);
}

std::optional<std::string_view> base64Of(const json::Node &node)
{
    const auto data = node.value->stringAt("data");
    return data ? data : payload(node).value->stringAt("blob");
}

QString filterText(const ContentBlock &block)
{
    return block.text + u'\n' + block.uri + u'\n' + block.name;
}

} // namespace

ContentBlockModel::ContentBlockModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

ContentBlock ContentBlockModel::read(const json::Node &node, std::size_t index, Faults faults)
{
    ContentBlock block { node, kindOf(node), index, std::move(faults), {}, {}, {}, {}, -1 };
    const json::Node inner = payload(node);
    block.text = nodes::string(inner, "text");
    block.mimeType = nodes::string(inner, "mimeType");
    block.uri = nodes::string(inner, "uri");
    block.name = nodes::string(inner, "name");
    if (const auto data = base64Of(node))
        block.bytes = decodedSize(*data);
    else if (const auto text = inner.value->stringAt("text"))
        block.bytes = static_cast<qint64>(text->size());
    if (!block.faults.empty())
        block.kind = ContentBlock::Broken;
    return block;
}

void ContentBlockModel::setResult(const json::Node &result, const char *member, const std::vector<Faults> &faults)
{
    std::vector<ContentBlock> blocks;
    const json::Node list = nodes::member(result, member);
    for (const json::Value &item : list ? list.value->items() : std::span<const json::Value>()) {
        const std::size_t index = blocks.size();
        blocks.push_back(read({ list.document, &item }, index, index < faults.size() ? faults[index] : Faults()));
    }
    setRows(std::move(blocks));
}

QByteArray ContentBlockModel::content(const ContentBlock &block)
{
    if (!block.node)
        return {};
    // What is shown raw is saved raw: a "data" of an unknown kind need not be base64.
    if (block.kind == ContentBlock::Unknown || block.kind == ContentBlock::Broken) {
        const std::string_view raw = block.node.raw();
        return QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
    }
    if (const auto data = base64Of(block.node))
        return QByteArray::fromBase64(QByteArray::fromRawData(data->data(), static_cast<qsizetype>(data->size())));
    const auto text = payload(block.node).value->stringAt("text").value_or(block.node.raw());
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

QString ContentBlockModel::contentType(const ContentBlock &block)
{
    const bool raw = block.kind == ContentBlock::Unknown || block.kind == ContentBlock::Broken;
    return raw ? QStringLiteral("application/json") : block.mimeType;
}

QVariant ContentBlockModel::cell(qsizetype row, int column, int role) const
{
    const ContentBlock &block = value(row);
    const auto known = [](const QString &text) { return text.isNull() ? QVariant() : QVariant(text); };
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        if (column == Block)
            return role == Qt::DisplayRole ? QVariant(static_cast<int>(block.kind)) : QVariant();
        if (block.kind == ContentBlock::Unknown || block.kind == ContentBlock::Broken)
            return fromWire(block.node.raw().substr(0, 4096));
        return block.text.isEmpty() ? block.uri : block.text;
    case NodeRole:
        return QVariant::fromValue(block.node);
    case SeverityRole:
        return block.kind == ContentBlock::Broken ? QVariant(static_cast<int>(Severity::Error)) : QVariant();
    case KindRole:
        return static_cast<int>(block.kind);
    case TextRole:
        return block.text;
    case MimeTypeRole:
        return known(block.mimeType);
    case UriRole:
        return known(block.uri);
    case NameRole:
        return known(block.name);
    case SizeRole:
        return block.bytes >= 0 ? QVariant::fromValue<qlonglong>(block.bytes) : QVariant();
    case FaultRole:
        return block.faults.empty() ? QString() : fromWire(block.faults.front().reason());
    default:
        return {};
    }
}

} // namespace assayer
