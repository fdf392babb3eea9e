#include "ui/presentation/presentation.h"

#include "platform/visibletext.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>

namespace assayer {

Presentation::Presentation(QObject *parent)
    : QIdentityProxyModel(parent)
{
}

QVariant Presentation::data(const QModelIndex &index, int role) const
{
    const QModelIndex source = mapToSource(index);
    if (!source.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return display(source);
    case Qt::ToolTipRole:
        return toolTip(source);
    case Qt::AccessibleTextRole:
        return source.column() == 0 ? QVariant(sentence(source)) : QVariant(display(source));
    case Qt::TextAlignmentRole:
        return QVariant(static_cast<int>(Qt::AlignVCenter) | static_cast<int>(source.data(NumericRole).toBool() ? Qt::AlignRight : Qt::AlignLeft));
    case ToneRole: {
        const QVariant own = look(source, role);
        return own.isValid() || !source.data(MutedRole).toBool() ? own : QVariant(static_cast<int>(Tone::Muted));
    }
    case Qt::ForegroundRole: { // for views without our delegates
        const QVariant tone = data(index, ToneRole);
        return tone.isValid() ? QVariant::fromValue(tones::color(static_cast<Tone>(tone.toInt()), QApplication::palette())) : QVariant();
    }
    case Qt::BackgroundRole: {
        const QVariant tint = look(source, TintRole);
        return tint.isValid() ? QVariant::fromValue(QBrush(tones::tint(static_cast<Tone>(tint.toInt()), QApplication::palette()))) : QVariant();
    }
    case TintRole:
        return look(source, role);
    case Qt::FontRole:
        return data(index, FixedFontRole).toBool() ? QVariant(QFontDatabase::systemFont(QFontDatabase::FixedFont)) : QVariant();
    case FixedFontRole: {
        const QVariant own = look(source, role);
        return own.isValid() ? own : QVariant(source.data(NumericRole).toBool());
    }
    case Qt::DecorationRole:
    case SecondLineRole:
    case EmphasisRole:
    case ElideMiddleRole:
        return look(source, role);
    default:
        return source.data(role);
    }
}

QVariant Presentation::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return header(section);
    case Qt::TextAlignmentRole:
        return QVariant(static_cast<int>(Qt::AlignVCenter) | static_cast<int>(Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant Presentation::words(const QModelIndex &, int) const
{
    return {};
}

QVariant Presentation::look(const QModelIndex &, int) const
{
    return {};
}

QVariant Presentation::display(const QModelIndex &source) const
{
    if (const QVariant own = words(source, source.column()); own.isValid())
        return own;
    const QVariant value = source.data(Qt::DisplayRole);
    return value.userType() == QMetaType::QString ? QVariant(visible(value.toString())) : value;
}

QVariant Presentation::toolTip(const QModelIndex &source) const
{
    const QVariant own = look(source, Qt::ToolTipRole);
    if (own.isValid())
        return own;
    const QVariant exact = source.data(ExactTextRole);
    const QString text = exact.isValid() ? exact.toString() : display(source).toString();
    return text.isEmpty() ? QVariant() : QVariant(toolTipText(text, tr("more in the detail")));
}

QString Presentation::text(const QModelIndex &source, int column, int role)
{
    return source.siblingAtColumn(column).data(role).toString();
}

QString Presentation::quoted(const QModelIndex &source, int column)
{
    return spokenText(QStringView(text(source, column)).left(cellLimit));
}

QString shownName(const QVariant &name)
{
    if (!name.isValid())
        return QCoreApplication::translate("assayer::Presentation", "(no name)");
    const QString text = name.toString();
    return text.isEmpty() ? QCoreApplication::translate("assayer::Presentation", "(empty name)") : visible(text);
}

} // namespace assayer
