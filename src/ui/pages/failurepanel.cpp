#include "ui/pages/failurepanel.h"

#include "ui_serverpage.h"

#include "ui/desk.h"
#include "ui/pages/errorwords.h"
#include "ui/pages/formlook.h"
#include "ui/pages/page.h"
#include "ui/presentation/toneicon.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace assayer {
namespace {

constexpr int longProbeMs = 60'000; ///< "Wait 60 s"

const NegotiationStep *stepOf(const NegotiationReport &report, const char *name)
{
    for (const NegotiationStep &step : report.steps) {
        if (step.step == name)
            return &step;
    }
    return nullptr;
}

QString reasonText(const NegotiationStep &step)
{
    QString text = QString::fromStdString(step.sentence);
    if (step.httpStatus)
        text += QStringLiteral("\nHTTP %1").arg(*step.httpStatus);
    if (step.rpcCode)
        text += QStringLiteral("\ncode %1").arg(QString::fromStdString(*step.rpcCode));
    if (!step.evidence.empty())
        text += QStringLiteral("\n\n") + QString::fromStdString(step.evidence);
    return text.trimmed();
}

} // namespace

FailurePanel::FailurePanel(Ui::ServerPage &ui, Desk &desk, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_desk(desk)
{
    formlook::title(ui.failureTitle);
    formlook::heading(ui.whyLegacyTitle);
    formlook::heading(ui.whyInitializeTitle);
    formlook::fixedFont(ui.failureKind);
    formlook::untrusted(ui.whyLegacyText, QStringLiteral("Why legacy"));
    formlook::untrusted(ui.whyInitializeText, QStringLiteral("Why initialize failed"));
    ui.whyLegacyText->setMaximumLines(5);
    ui.whyInitializeText->setMaximumLines(5);
    connect(ui.failureReconnectButton, &QPushButton::clicked, this, [this] { m_desk.open(m_desk.isPrivate()); });
    connect(ui.failureLegacyButton, &QPushButton::clicked, this, [this] { connectAs(int(EraMode::Legacy)); });
    connect(ui.failureAutoButton, &QPushButton::clicked, this, [this] { connectAs(int(EraMode::Auto)); });
    connect(ui.failureWaitButton, &QPushButton::clicked, this, [this] {
        m_desk.setProbeTimeout(longProbeMs);
        m_desk.open(m_desk.isPrivate());
    });
    connect(ui.failureStderrButton, &QPushButton::clicked, this, &FailurePanel::stderrWanted);
    connect(ui.failureEditButton, &QPushButton::clicked, this, &FailurePanel::profileWanted);
    connect(ui.failureRecordButton, &QPushButton::clicked, this, [this] { Q_EMIT recordWanted(m_frame); });
    connect(ui.failureCopyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(report());
        Q_EMIT said(QStringLiteral("Copied the report as Markdown."));
    });
}

void FailurePanel::connectAs(int mode)
{
    m_desk.setEraMode(static_cast<EraMode>(mode));
    m_desk.open(m_desk.isPrivate());
}

void FailurePanel::show(const Error &error)
{
    const ErrorText text = connectionErrorText(m_desk, error);
    const bool cancelled = error.kind == "cancelled";
    const Tone tone = cancelled ? Tone::Muted : Tone::Error;
    const int size = m_ui.failureTitle->fontMetrics().height();
    m_ui.failureIcon->setPixmap(toneIcon(cancelled ? Shape::Ring : Shape::Octagon, tone).pixmap(size, size));
    m_ui.failureTitle->setText(text.title);
    m_ui.failureSeen->setText(text.seen);
    m_ui.failureNext->setText(text.next);
    m_ui.failureNext->setVisible(!text.next.isEmpty());
    m_ui.failureKind->setText(text.tag);
    formlook::muted(m_ui.failureKind);
    showReasons(m_desk.negotiation());
    showButtons(text);
}

/// Both reasons where a legacy verdict was followed by an initialize that failed.
void FailurePanel::showReasons(const NegotiationReport &report)
{
    const NegotiationStep *probe = stepOf(report, "corrective-probe");
    probe = probe ? probe : stepOf(report, "probe");
    const NegotiationStep *initialize = stepOf(report, "initialize");
    const bool both = probe && probe->verdict == "legacy" && initialize && initialize->outcome != "result";
    m_ui.failureReasons->setVisible(both);
    if (!both)
        return;
    m_ui.whyLegacyText->setServerText(reasonText(*probe));
    m_ui.whyInitializeText->setServerText(reasonText(*initialize));
    m_ui.whyAdvice->setText(QStringLiteral("To be seen as modern, the server should answer server/discover with a valid JSON-RPC result "
                                           "that names a modern revision, or with error -32022 and its supported revisions."));
}

void FailurePanel::showButtons(const ErrorText &text)
{
    const auto wants = [&text](std::initializer_list<ErrorAction> actions) {
        return std::any_of(actions.begin(), actions.end(), [&text](ErrorAction action) { return text.actions.contains(action); });
    };
    using A = ErrorAction;
    m_ui.failureLegacyButton->setVisible(wants({ A::ConnectLegacy }));
    m_ui.failureAutoButton->setVisible(wants({ A::TryAuto }));
    m_ui.failureWaitButton->setVisible(wants({ A::WaitLonger }));
    m_ui.failureStderrButton->setVisible(wants({ A::ShowStderr, A::ShowLines }) || !m_desk.client().stderrText().isEmpty());
    m_ui.failureEditButton->setVisible(m_desk.source().profile.has_value());
    m_frame = 0;
    for (const NegotiationStep &step : m_desk.negotiation().steps)
        m_frame = step.answerFrame ? step.answerFrame : step.requestFrame ? step.requestFrame : m_frame;
    m_ui.failureRecordButton->setVisible(m_frame != 0);
}

QString FailurePanel::report() const
{
    return QStringLiteral("## %1\n\n%2\n\n%3\n\n`%4`\n")
        .arg(m_ui.failureTitle->text(), m_ui.failureSeen->text(), m_ui.failureNext->text(), m_ui.failureKind->text());
}

} // namespace assayer
