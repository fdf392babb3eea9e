#include "ui/widgets/contentpane.h"

#include "platform/formattext.h"
#include "platform/tooltip.h"
#include "platform/visibletext.h"
#include "ui/imageloader.h"
#include "ui/widgets/csvmodel.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/hexview.h"
#include "ui/widgets/inertbrowser.h"
#include "ui/widgets/jsontreeview.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace assayer {

namespace {

constexpr qsizetype largeText = 256 * 1024; ///< from here on only visible lines are laid out
constexpr qsizetype largeJson = 2 * 1024 * 1024;
constexpr qsizetype largeMarkdown = 128 * 1024;

bool isTextType(const QString &type)
{
    return type.startsWith(QLatin1String("text/")) || type.contains(QLatin1String("json")) || type.contains(QLatin1String("xml"))
        || type.contains(QLatin1String("yaml")) || type.contains(QLatin1String("javascript"));
}

QString baseType(const QString &mimeType)
{
    return mimeType.section(u';', 0, 0).trimmed().toLower();
}

/// Hints of the server about a block, not verified.
QString annotationWords(const json::Node &node)
{
    const json::Value *annotations = node && node.value->isObject() ? node.value->find("annotations") : nullptr;
    if (!annotations)
        return {};
    QStringList words;
    for (const json::Member &member : annotations->members()) {
        QStringList texts;
        for (const json::Value &item : member.value().items())
            texts << (item.isString() ? fromWire(item.string()) : fromWire(node.document->raw(item)));
        const QString value = member.value().isArray() ? texts.join(QLatin1String(", "))
            : member.value().isString()                ? fromWire(member.value().string())
                                                       : fromWire(node.document->raw(member.value()));
        words << fromWire(member.name()) + u' ' + value;
    }
    return words.isEmpty() ? QString() : QStringLiteral("hints: ") + words.join(QLatin1String("; "));
}

} // namespace

ContentPane::ContentPane(QWidget *parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_placeholder(new QLabel(m_stack))
    , m_text(new EscapedText(m_stack))
    , m_markdown(new InertBrowser(m_stack))
    , m_imageScroll(new QScrollArea(m_stack))
    , m_image(new QLabel)
    , m_table(new QTableView(m_stack))
    , m_csv(new CsvModel(this))
    , m_hex(new HexView(m_stack))
    , m_json(new JsonTreeView(m_stack))
    , m_large(new ExactTextView(m_stack))
    , m_facts(new QLabel(this))
    , m_markdownButton(new QToolButton(this))
    , m_readButton(new QToolButton(this))
    , m_openButton(new QToolButton(this))
{
    m_placeholder->setTextFormat(Qt::PlainText);
    m_placeholder->setWordWrap(true);
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setMargin(6);
    m_image->setTextFormat(Qt::PlainText);
    m_image->setAlignment(Qt::AlignCenter);
    m_image->setWordWrap(true);
    m_imageScroll->setWidgetResizable(true);
    m_imageScroll->setWidget(m_image);
    m_table->setModel(m_csv);
    m_table->setItemDelegate(new EscapedDelegate(this));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->verticalHeader()->setDefaultSectionSize(EscapedDelegate::rowHeight(fontMetrics()));
    m_table->setTabKeyNavigation(false);
    for (QWidget *page : { static_cast<QWidget *>(m_placeholder), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_markdown),
             static_cast<QWidget *>(m_imageScroll), static_cast<QWidget *>(m_table), static_cast<QWidget *>(m_hex), static_cast<QWidget *>(m_json),
             static_cast<QWidget *>(m_large) })
        m_stack->addWidget(page);
    m_stack->setMinimumHeight(2 * fontMetrics().lineSpacing()); // in a low window the fields beside it need the room
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setWordWrap(true);
    m_markdownButton->setText(tr("View as Markdown"));
    m_markdownButton->setCheckable(true);
    m_markdownButton->setToolTip(tr("Links and images stay inert"));
    m_readButton->setText(tr("Read"));
    m_readButton->setToolTip(tr("Read the resource that this link names"));
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_facts, 1);
    row->addStretch(0); // buttons stay at the right where there are no facts
    for (QToolButton *button : { m_markdownButton, m_readButton, m_openButton })
        row->addWidget(button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_stack, 1);
    connect(m_markdownButton, &QToolButton::toggled, this, &ContentPane::showMarkdown);
    connect(m_readButton, &QToolButton::clicked, this, [this] { Q_EMIT readWanted(m_uri); });
    connect(m_openButton, &QToolButton::clicked, this, [this] {
        if (m_savedPath.isEmpty())
            Q_EMIT saveWanted();
        else
            QDesktopServices::openUrl(QUrl::fromLocalFile(m_savedPath));
    });
    showNothing({});
}

void ContentPane::setPrefix(const QString &prefix)
{
    const std::pair<QWidget *, const char *> names[] = { { m_stack, "Stack" }, { m_placeholder, "Placeholder" }, { m_text, "Text" },
        { m_markdown, "Markdown" }, { m_imageScroll, "ImageScroll" }, { m_image, "Image" }, { m_table, "Table" }, { m_hex, "Hex" }, { m_json, "Json" },
        { m_large, "Large" }, { m_facts, "Facts" }, { m_markdownButton, "MarkdownButton" }, { m_readButton, "ReadButton" }, { m_openButton, "OpenButton" } };
    for (const auto &[widget, name] : names)
        widget->setObjectName(prefix + QLatin1String(name));
    m_text->setAccessibleName(tr("Text of the content"));
    m_markdown->setAccessibleName(tr("The content as Markdown"));
    m_image->setAccessibleName(tr("Image of the content"));
    m_table->setAccessibleName(tr("The content as a table"));
    m_hex->setAccessibleName(tr("Bytes of the content"));
    m_json->setAccessibleName(tr("The content as a JSON tree"));
    m_large->setAccessibleName(tr("Text of the content"));
}

/// The row above is there only when it says or offers something.
void ContentPane::offer(QToolButton *button, bool on)
{
    button->setVisible(on);
}

void ContentPane::showNothing(const QString &words)
{
    ++m_turn;
    m_bytes.clear();
    m_mimeType.clear();
    m_uri.clear();
    setSaved({});
    m_facts->hide();
    for (QToolButton *button : { m_markdownButton, m_readButton, m_openButton })
        offer(button, false);
    m_placeholder->setText(words);
    m_stack->setCurrentIndex(NothingPage);
}

void ContentPane::setSaved(const QString &path)
{
    m_savedPath = path;
    m_openButton->setText(path.isEmpty() ? tr("Save to open...") : tr("Open the saved file"));
    m_openButton->setToolTip(path.isEmpty() ? tr("Saved under a name you choose; the next click lets the system open it") : path);
}

void ContentPane::showText(const QString &text)
{
    showNothing({});
    m_bytes = toWire(text);
    showTextual(text);
}

void ContentPane::showBlock(const ContentBlock &block)
{
    showNothing({});
    m_bytes = ContentBlockModel::content(block);
    m_mimeType = block.mimeType;
    m_uri = block.uri;
    QStringList facts;
    if (!block.mimeType.isEmpty())
        facts << visible(block.mimeType, Lines::One, 80);
    if (block.kind != ContentBlock::Text && block.bytes >= 0)
        facts << byteSize(m_bytes.size());
    if (const QString hints = annotationWords(block.node); !hints.isEmpty())
        facts << visible(hints, Lines::One, 200);
    m_facts->setText(facts.join(QStringLiteral("   ")));
    m_facts->setToolTip(plainToolTip(m_facts->text()));
    m_facts->setVisible(!facts.isEmpty());
    const QString type = baseType(block.mimeType);
    const json::Value *own = block.node.value->isObject() ? block.node.value->find("resource") : nullptr;
    const bool hasText = (own && own->isObject() ? own : block.node.value)->stringAt("text").has_value();
    switch (block.kind) {
    case ContentBlock::Text:
        return showTextual(block.text);
    case ContentBlock::Image:
        return showImage();
    case ContentBlock::Audio:
        m_placeholder->setText(tr("Audio, %1. It is not played here: save it and let the system open it.").arg(byteSize(m_bytes.size())));
        return offer(m_openButton, true);
    case ContentBlock::ResourceLink:
        offer(m_readButton, !block.uri.isEmpty());
        m_json->setRoot(block.node);
        m_stack->setCurrentIndex(JsonPage);
        return;
    case ContentBlock::Resource:
        break;
    case ContentBlock::Unknown:
    case ContentBlock::Broken:
        return showRaw(block);
    }
    if (type.startsWith(QLatin1String("image/")) && !hasText)
        return showImage();
    const QString text = hasText ? block.text : isTextType(type) ? QString::fromUtf8(m_bytes) : QString();
    if (type.contains(QLatin1String("json")) && showJson())
        return;
    if ((type == QLatin1String("text/csv") || type == QLatin1String("text/tab-separated-values")) && showTable(text))
        return;
    if (hasText || isTextType(type))
        return showTextual(text);
    offer(m_openButton, true);
    m_hex->setBytes(m_bytes);
    m_stack->setCurrentIndex(HexPage);
}

/// A block of unknown or broken kind stands raw in its place, with the reason above.
void ContentPane::showRaw(const ContentBlock &block)
{
    const QString why = block.faults.empty() ? tr("a kind that Assayer does not know") : fromWire(block.faults.front().reason());
    m_facts->setText(tr("shown raw: %1").arg(visible(why, Lines::One, 200)));
    m_facts->setToolTip(plainToolTip(m_facts->text()));
    m_facts->show();
    const std::string_view raw = block.node.raw();
    m_large->setText(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
    m_stack->setCurrentIndex(LargePage);
}

void ContentPane::showTextual(const QString &text)
{
    m_shownText = text;
    if (m_bytes.size() > largeText) {
        m_large->setText(m_bytes);
        m_stack->setCurrentIndex(LargePage);
        return;
    }
    m_text->setServerText(text);
    const bool markdown = baseType(m_mimeType).contains(QLatin1String("markdown"));
    const bool plain = m_mimeType.isEmpty() || markdown || baseType(m_mimeType) == QLatin1String("text/plain");
    const bool offers = plain && m_bytes.size() <= largeMarkdown && !text.isEmpty();
    offer(m_markdownButton, offers);
    m_stack->setCurrentIndex(TextPage);
    if (offers && m_markdownButton->isChecked())
        showMarkdown(true);
}

void ContentPane::showMarkdown(bool on)
{
    if (m_stack->currentIndex() != TextPage && m_stack->currentIndex() != MarkdownPage)
        return;
    if (on)
        static_cast<InertBrowser *>(m_markdown)->setServerMarkdown(m_shownText);
    m_stack->setCurrentIndex(on ? MarkdownPage : TextPage);
}

bool ContentPane::showJson()
{
    if (m_bytes.size() > largeJson)
        return false;
    const auto parsed = json::Document::parse(m_bytes.toStdString());
    if (!parsed)
        return false;
    m_json->setRoot({ *parsed, &(*parsed)->root() });
    m_stack->setCurrentIndex(JsonPage);
    return true;
}

bool ContentPane::showTable(const QString &text)
{
    if (text.size() > largeJson)
        return false;
    m_csv->setText(text, baseType(m_mimeType) == QLatin1String("text/csv") ? u',' : u'\t');
    if (m_csv->columns() < 2 && m_csv->rowCount() == 0)
        return false;
    m_facts->setText(m_facts->text() + (m_csv->isCut() ? tr("   the first %1 rows").arg(m_csv->rowCount()) : tr("   %1 rows").arg(m_csv->rowCount())));
    m_stack->setCurrentIndex(TablePage);
    return true;
}

void ContentPane::showImage()
{
    offer(m_openButton, true);
    m_image->setText(tr("Decoding the image..."));
    m_stack->setCurrentIndex(ImagePage);
    loadImage(m_bytes, this, [this, turn = m_turn](const QImage &image, const QString &problem) {
        if (turn != m_turn)
            return;
        m_image->setText(problem);
        if (!image.isNull()) {
            m_image->setPixmap(QPixmap::fromImage(image));
            const QString original = image.text(QStringLiteral("assayer-size"));
            m_facts->setText(m_facts->text() + QStringLiteral("   ") + (original.isEmpty() ? tr("%1 x %2").arg(image.width()).arg(image.height()) : original));
            m_facts->show();
        }
    });
}

} // namespace assayer
