// Blocks of a tool's result or a resource's contents; what is of unknown or broken kind stays in its place, raw.
#pragma once

#include "json/document.h"
#include "models/valuemodel.h"
#include "protocol/fault.h"

#include <vector>

namespace assayer {

struct ContentBlock {
    enum Kind { Text, Image, Audio, Resource, ResourceLink, Unknown, Broken };
    json::Node node;
    Kind kind = Unknown;
    std::size_t index = 0;
    Faults faults; ///< Broken: why
    QString text; ///< Text and text contents: decoded; untrusted
    QString mimeType; ///< untrusted
    QString uri; ///< untrusted
    QString name; ///< untrusted
    qint64 bytes = -1; ///< decoded size; -1 not known
};

class ContentBlockModel final : public ValueModel<ContentBlock> {
    Q_OBJECT
public:
    enum Column { Block, Summary, ColumnCount };
    enum Role {
        KindRole = FirstOwnRole, ///< int(ContentBlock::Kind)
        TextRole, ///< QString
        MimeTypeRole, ///< QString; invalid where absent
        UriRole, ///< QString; invalid where absent
        NameRole, ///< QString; invalid where absent
        SizeRole, ///< qlonglong: bytes; invalid where not known
        FaultRole, ///< QString: first fault of a broken block; empty else
    };

    explicit ContentBlockModel(QObject *parent = nullptr);
    /// `member` of the result: "content" (tools/call) or "contents" (resources/read). `faults[i]`: what is wrong with block i.
    void setResult(const json::Node &result, const char *member, const std::vector<Faults> &faults = {});
    /// Decoded bytes of a block (base64 of image, audio, blob; UTF-8 of text); of one that is shown raw, its raw JSON.
    static QByteArray content(const ContentBlock &block);
    /// MIME type of content(); empty where the server states none. Untrusted.
    static QString contentType(const ContentBlock &block);
    static ContentBlock read(const json::Node &node, std::size_t index, Faults faults);

protected:
    int columns() const override { return ColumnCount; }
    QVariant cell(qsizetype row, int column, int role) const override;
};

} // namespace assayer
