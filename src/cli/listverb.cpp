#include "cli/listverb.h"

#include "cli/textreport.h"
#include "inspection/reportparts.h"

namespace assayer {

namespace {

InspectionOptions withoutLists(InspectionOptions options)
{
    options.listWhenReady = false;
    return options;
}

QByteArray listJson(const ListSnapshot *snapshot)
{
    json::Writer out;
    report::writeList(out, snapshot);
    return QByteArray::fromStdString(out.take());
}

} // namespace

ListVerb::ListVerb(InspectionOptions options, Console console, ListKind kind, std::optional<QByteArray> page, QObject *parent)
    : ConnectedVerb(withoutLists(std::move(options)), console, parent)
    , m_kind(kind)
    , m_page(std::move(page))
{
    connect(&inspection(), &Inspection::listFinished, this, [this](ListKind finished) {
        if (!isDone() && finished == m_kind)
            print(*inspection().snapshot(m_kind));
    });
}

void ListVerb::work()
{
    if (!inspection().advertises(m_kind)) {
        console().note(QStringLiteral("The server does not advertise %1.").arg(QString::fromUtf8(listWord(m_kind).data())));
        if (console().json)
            console().out("null\n");
        return done(Fine);
    }
    if (m_page)
        inspection().listPage(m_kind, *m_page, [this](const ListSnapshotPtr &page) { print(*page); });
    else
        inspection().refresh(m_kind);
}

void ListVerb::print(const ListSnapshot &snapshot)
{
    if (snapshot.error) {
        ErrorContext about = context(ErrorContext::Listing, QString::fromUtf8(listMethod(m_kind).data()));
        console().error(*snapshot.error, about);
    }
    if (console().json)
        console().out(listJson(&snapshot) + '\n');
    else
        console().out(text::list(m_kind, snapshot, console().verbose).toUtf8());
    done(listExitCode(snapshot));
}

QByteArray ListVerb::failureReport(const Error &error) const
{
    ListSnapshot empty;
    empty.kind = m_kind;
    empty.error = error;
    return listJson(&empty);
}

} // namespace assayer
