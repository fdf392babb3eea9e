#include "ui/pages/errorwords.h"

#include "ui/desk.h"

namespace assayer {
namespace {

ErrorContext contextOf(const Desk &desk)
{
    ErrorContext context;
    context.target = desk.planned().session.target;
    context.negotiation = &desk.negotiation();
    const std::optional<SessionEnd> &end = desk.client().end();
    context.end = end ? &*end : nullptr;
    if (desk.source().profile)
        context.profile = desk.source().name;
    return context;
}

} // namespace

ErrorText connectionErrorText(const Desk &desk, const Error &error)
{
    return errorText(error, contextOf(desk));
}

ErrorText actionErrorText(const Desk &desk, const Error &error, const QByteArray &method, const QByteArray &subject, qint64 elapsedNs)
{
    ErrorContext context = contextOf(desk);
    context.phase = ErrorContext::Acting;
    context.method = QString::fromUtf8(method);
    context.subject = QString::fromUtf8(subject);
    context.elapsedNs = elapsedNs;
    return errorText(error, context);
}

} // namespace assayer
