#include "ui/panes/askurlpanel.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

namespace assayer {

namespace {
constexpr int patienceMs = 1000; ///< a click that was meant for something else opens nothing
}

AskUrlPanel::AskUrlPanel(QWidget *parent)
    : QFrame(parent)
    , m_text(new QPlainTextEdit(this))
    , m_lines(new QLabel(this))
    , m_warnings(new QLabel(this))
    , m_consent(new QCheckBox(tr("I &know this host and want to visit it"), this))
    , m_open(new QPushButton(tr("&Open and accept"), this))
    , m_accept(new QPushButton(tr("Accept &without opening"), this))
{
    auto *copy = new QPushButton(tr("Copy add&ress"), this);
    const std::pair<QWidget *, const char *> names[] = { { m_text, "askUrlText" }, { m_lines, "askUrlFacts" }, { m_warnings, "askUrlWarnings" },
        { m_consent, "askUrlConsentCheck" }, { m_open, "askUrlOpenButton" }, { m_accept, "askUrlAcceptButton" }, { copy, "askUrlCopyButton" } };
    for (const auto &[widget, name] : names)
        widget->setObjectName(QLatin1String(name));
    auto *intro = new QLabel(tr("Assayer has not contacted it. Accepting tells the server that you agree to open the page, not that the page is done."), this);
    intro->setTextFormat(Qt::PlainText);
    for (QLabel *label : { intro, m_lines, m_warnings }) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("The whole address"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setWordWrapMode(QTextOption::WrapAnywhere);
    m_text->setMinimumHeight(m_text->fontMetrics().lineSpacing() * 3 + 12);
    for (QPushButton *button : { m_open, m_accept, copy })
        button->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    for (QWidget *widget : { static_cast<QWidget *>(intro), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_lines), static_cast<QWidget *>(m_warnings), static_cast<QWidget *>(m_consent) })
        column->addWidget(widget, widget == m_text ? 1 : 0);
    auto *first = new QHBoxLayout;
    first->addWidget(m_open);
    first->addWidget(m_accept);
    first->addStretch(1);
    column->addLayout(first);
    column->addWidget(copy, 0, Qt::AlignLeft);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMs);
    connect(&m_patience, &QTimer::timeout, this, &AskUrlPanel::refresh);
    connect(m_consent, &QCheckBox::toggled, this, &AskUrlPanel::refresh);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (canOpen())
            Q_EMIT openWanted();
    });
    connect(m_accept, &QPushButton::clicked, this, &AskUrlPanel::acceptWanted);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_address); });
}

void AskUrlPanel::setAddress(const QString &address, const QString &serverHost)
{
    m_address = address;
    m_facts = urlFacts(address, serverHost);
    const VisibleText shown = visibleText(address);
    m_text->setPlainText(shown.text);
    QTextEdit::ExtraSelection host;
    if (m_facts.hostBegin >= 0 && shown.escapes.empty()) {
        host.cursor = QTextCursor(m_text->document());
        host.cursor.setPosition(static_cast<int>(m_facts.hostBegin));
        host.cursor.setPosition(static_cast<int>(m_facts.hostBegin + m_facts.hostLength), QTextCursor::KeepAnchor);
        host.format.setFontWeight(QFont::Bold);
        host.format.setFontUnderline(true);
        host.format.setBackground(tones::tint(Tone::Warning, palette()));
        m_text->setExtraSelections({ host });
    } else {
        m_text->setExtraSelections({});
    }
    m_lines->setText(tr("host      %1\npunycode  %2\nscheme    %3")
                         .arg(visible(m_facts.unicodeHost), m_facts.host == m_facts.unicodeHost ? tr("none") : visible(m_facts.host), visible(m_facts.scheme)));
    m_lines->setFont(m_text->font());
    QStringList warnings;
    for (const QString &words : m_facts.warnings)
        warnings << QStringLiteral("! ") + visible(words);
    m_warnings->setText(warnings.join(u'\n'));
    m_warnings->setVisible(!warnings.isEmpty());
    QPalette toned = palette();
    toned.setColor(QPalette::WindowText, tones::color(Tone::Warning, palette()));
    m_warnings->setPalette(toned);
    m_consent->setChecked(false);
    m_patience.start();
    refresh();
}

bool AskUrlPanel::canOpen() const
{
    return m_facts.openable && m_consent->isChecked() && !m_patience.isActive();
}

void AskUrlPanel::refresh()
{
    m_consent->setEnabled(m_facts.openable);
    m_open->setEnabled(canOpen());
    m_open->setToolTip(canOpen() ? tr("Your browser opens the address; the server is told that you accepted") : tr("Tick the box first"));
}

} // namespace assayer
