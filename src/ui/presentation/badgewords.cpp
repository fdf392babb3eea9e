#include "ui/presentation/badgewords.h"

#include "platform/visibletext.h"

#include <QCoreApplication>
#include <QStringList>

namespace assayer {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("assayer::Badge", text);
}

QString argumentOf(const Badge &badge)
{
    constexpr qsizetype limit = 60;
    return visible(badge.argument, Lines::One, limit);
}

bool isHint(Badge::Kind kind)
{
    return kind >= Badge::ReadOnly && kind <= Badge::NotOpenWorld;
}

} // namespace

QString badgeText(const Badge &badge)
{
    switch (badge.kind) {
    case Badge::ModernEra:
        return tr("modern %1").arg(argumentOf(badge)).trimmed();
    case Badge::LegacyEra:
        return tr("legacy %1").arg(argumentOf(badge)).trimmed();
    case Badge::Weak:
        return tr("weak");
    case Badge::Strong:
        return tr("strong");
    case Badge::ReadOnly:
        return tr("read-only");
    case Badge::NotReadOnly:
        return tr("not read-only");
    case Badge::Destructive:
        return tr("destructive");
    case Badge::NotDestructive:
        return tr("not destructive");
    case Badge::Idempotent:
        return tr("idempotent");
    case Badge::NotIdempotent:
        return tr("not idempotent");
    case Badge::OpenWorld:
        return tr("open world");
    case Badge::NotOpenWorld:
        return tr("not open world");
    case Badge::TaskRequired:
        return tr("task required");
    case Badge::TaskOptional:
        return tr("task optional");
    case Badge::OutputChecked:
        return tr("output checked gen %1").arg(argumentOf(badge));
    case Badge::OutputUnchecked:
        return tr("output not checked: schema does not compile");
    case Badge::OutputNotInForce:
        return badge.argument.isEmpty() ? tr("output not checked: no generation in force") : tr("output not checked: not in gen %1").arg(argumentOf(badge));
    case Badge::NoOutputSchema:
        return tr("no output schema");
    case Badge::Header:
        return tr("header: %1").arg(argumentOf(badge));
    case Badge::Excluded:
        return tr("excluded");
    case Badge::RefusedPage:
        return tr("refused page");
    case Badge::Deprecated:
        return tr("deprecated");
    case Badge::Edited:
        return tr("edited");
    case Badge::Stale:
        return tr("stale");
    case Badge::Cached:
        return tr("cached %1").arg(argumentOf(badge));
    case Badge::Subscribed:
        return tr("subscribed");
    case Badge::Duplicate:
        return argumentOf(badge);
    }
    return {};
}

Tone badgeTone(const Badge &badge)
{
    switch (badge.kind) {
    case Badge::Destructive:
    case Badge::Weak:
    case Badge::OutputUnchecked:
    case Badge::OutputNotInForce:
    case Badge::Excluded:
    case Badge::Deprecated:
        return Tone::Warning;
    case Badge::RefusedPage:
        return Tone::Error;
    case Badge::OutputChecked:
    case Badge::Strong:
        return Tone::Ok;
    case Badge::ModernEra:
    case Badge::LegacyEra:
    case Badge::Subscribed:
        return Tone::Note;
    case Badge::Edited:
        return Tone::ByYou;
    default:
        return Tone::Muted;
    }
}

QString badgeToolTip(const Badge &badge)
{
    if (isHint(badge.kind))
        return tr("Hint of the server, not verified");
    switch (badge.kind) {
    case Badge::Weak:
        return tr("Another answer is possible later: the evidence was no valid modern reply.");
    case Badge::OutputUnchecked:
        return toolTipText(badge.argument, tr("more in the detail"));
    case Badge::OutputNotInForce:
        return tr("The metadata of the list that brought this definition was refused or is not published yet.");
    case Badge::Header:
        return tr("An argument of this tool is mirrored into this HTTP header.");
    case Badge::Excluded:
        return tr("Left out by the rules of this revision; it cannot be called.");
    case Badge::Deprecated:
        return tr("Deprecated by the specification as of 2026-07-28; it works all the same.");
    case Badge::RefusedPage:
        return tr("The page it came in was refused as a whole; it is shown, never used.");
    default:
        return badgeText(badge);
    }
}

QString badgeSentence(const Badges &badges)
{
    QStringList words;
    for (const Badge &badge : badges)
        words += badgeText(badge);
    return words.join(QStringLiteral(", "));
}

} // namespace assayer
