#include "ui/panes/askurlpanel.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/fixedfont.h"
#include "ui/widgets/textheight.h"

#include <QCheckBox>
#include <QClipboard>
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
constexpr int mostLines = 8; ///< of the address; a longer one scrolls
}

AskUrlPanel::AskUrlPanel(QWidget *parent)
    : QFrame(parent)
    , m_intro(new QLabel(this))
    , m_text(new QPlainTextEdit(this))
    , m_lines(new QLabel(this))
    , m_warnings(new QLabel(this))
    , m_consent(new QCheckBox(tr("I &know this host and want to visit it"), this))
    , m_open(new QPushButton(tr("&Open and accept"), this))
    , m_accept(new QPushButton(tr("Accept &without opening"), this))
    , m_again(new QPushButton(tr("Call a&gain"), this))
{
    auto *copy = new QPushButton(tr("Copy add&ress"), this);
    const std::pair<QWidget *, const char *> names[] = { { m_intro, "askUrlIntro" }, { m_again, "askUrlAgainButton" }, { m_text, "askUrlText" }, { m_lines, "askUrlFacts" }, { m_warnings, "askUrlWarnings" },
        { m_consent, "askUrlConsentCheck" }, { m_open, "askUrlOpenButton" }, { m_accept, "askUrlAcceptButton" }, { copy, "askUrlCopyButton" } };
    for (const auto &[widget, name] : names)
        widget->setObjectName(QLatin1String(name));
    for (QLabel *label : { m_intro, m_lines, m_warnings }) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("The whole address"));
    m_text->setFont(fixedFont());
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setWordWrapMode(QTextOption::WrapAnywhere);
    for (QPushButton *button : { m_open, m_accept, m_again, copy })
        button->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    for (QWidget *widget : { static_cast<QWidget *>(m_intro), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_lines), static_cast<QWidget *>(m_warnings), static_cast<QWidget *>(m_consent) })
        column->addWidget(widget);
    auto *first = new QHBoxLayout;
    first->addWidget(m_open);
    first->addWidget(copy);
    first->addStretch(1);
    auto *second = new QHBoxLayout;
    second->addWidget(m_accept);
    second->addWidget(m_again);
    second->addStretch(1);
    column->addLayout(first);
    column->addLayout(second);
    column->addStretch(1);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMs);
    connect(&m_patience, &QTimer::timeout, this, &AskUrlPanel::refresh);
    connect(m_consent, &QCheckBox::toggled, this, &AskUrlPanel::refresh);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (canOpen())
            Q_EMIT openWanted();
    });
    connect(m_accept, &QPushButton::clicked, this, &AskUrlPanel::acceptWanted);
    connect(m_again, &QPushButton::clicked, this, &AskUrlPanel::againWanted);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_address); });
}

void AskUrlPanel::setAddress(const QString &address, const QString &serverHost, Purpose purpose)
{
    m_address = address;
    m_purpose = purpose;
    const bool isAnswer = purpose == Purpose::Answer;
    m_intro->setText(isAnswer ? tr("Assayer has not contacted it. Accepting tells the server that you agree to open the page, not that the page is done.")
                              : tr("Assayer has not contacted it. The server refused the call until this page was visited. Opening it tells the server nothing; when the page is done, make the call again."));
    m_open->setText(isAnswer ? tr("&Open and accept") : tr("&Open the page"));
    m_accept->setVisible(isAnswer);
    m_again->setVisible(!isAnswer);
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
    fitText();
    refresh();
}

/// The whole address, and no empty room below it.
void AskUrlPanel::fitText()
{
    m_text->setFixedHeight(heightOfLines(*m_text, wrappedLines(*m_text, mostLines)));
}

void AskUrlPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitText();
}

bool AskUrlPanel::canOpen() const
{
    return m_facts.openable && m_consent->isChecked() && !m_patience.isActive();
}

void AskUrlPanel::refresh()
{
    m_consent->setEnabled(m_facts.openable);
    m_open->setEnabled(canOpen());
    const QString what = m_purpose == Purpose::Answer ? tr("Your browser opens the address; the server is told that you accepted") : tr("Your browser opens the address");
    m_open->setToolTip(canOpen() ? what : tr("Tick the box first"));
}

} // namespace assayer
