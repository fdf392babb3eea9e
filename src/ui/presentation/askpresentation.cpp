#include "ui/presentation/askpresentation.h"

#include "models/askmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

QString kindWord(const QModelIndex &source)
{
    switch (static_cast<AskRow::Kind>(source.data(AskModel::KindRole).toInt())) {
    case AskRow::Form:
        return AskPresentation::tr("elicitation");
    case AskRow::Url:
        return AskPresentation::tr("visit a page");
    case AskRow::Sampling:
        return AskPresentation::tr("sampling");
    case AskRow::Roots:
        return AskPresentation::tr("roots");
    case AskRow::Unknown:
        break;
    }
    return visible(source.siblingAtColumn(AskModel::Kind).data().toString());
}

QString stateWords(const QModelIndex &source)
{
    switch (static_cast<AskRow::State>(source.data(AskModel::StateRole).toInt())) {
    case AskRow::Waiting:
        return stopwatch(source.data(AskModel::AgeRole).toLongLong());
    case AskRow::Sending:
        return AskPresentation::tr("sending");
    case AskRow::Answered:
        return AskPresentation::tr("answered");
    case AskRow::Withdrawn:
        return AskPresentation::tr("withdrawn");
    case AskRow::Done:
        return AskPresentation::tr("visited");
    case AskRow::Ended:
        break;
    }
    return AskPresentation::tr("unanswered");
}

} // namespace

QString AskPresentation::header(int column) const
{
    switch (column) {
    case AskModel::Kind:
        return tr("Question");
    case AskModel::Text:
        return tr("Text");
    case AskModel::Call:
        return tr("Call");
    default:
        return tr("Waiting");
    }
}

QVariant AskPresentation::words(const QModelIndex &source, int column) const
{
    if (column == AskModel::Kind)
        return kindWord(source);
    return column == AskModel::Age ? QVariant(stateWords(source)) : QVariant();
}

QVariant AskPresentation::look(const QModelIndex &source, int role) const
{
    if (role == ElideMiddleRole)
        return source.column() == AskModel::Call;
    return {};
}

QString AskPresentation::sentence(const QModelIndex &source) const
{
    return tr("Question, %1, %2, %3.").arg(kindWord(source), quoted(source, AskModel::Text), stateWords(source));
}

} // namespace assayer
