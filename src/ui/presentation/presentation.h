// Dresses a model: headers, words, icons and tones above, meaning below.
#pragma once

#include "models/roles.h"
#include "ui/presentation/toneicon.h"

#include <QIdentityProxyModel>

namespace assayer {

/// Roles the presentation adds; delegates and views read them.
enum PresentationRole {
    ToneRole = CommonRole::FirstOwnRole + 1000, ///< int(Tone) of the cell's text; absent: Plain
    SecondLineRole, ///< QString: smaller second line of a row
    EmphasisRole, ///< bool: the cell's text is bold
    FixedFontRole, ///< bool: names, URIs, ids, JSON, headers
    ElideMiddleRole, ///< bool: names and URIs; prose elides at the right
    TintRole, ///< int(Tone): the row stands on that tint; absent: on Base
};

/// Base of all. What a concrete class does not say is the source's; text of the server is always made visible here, and
/// ExactTextRole keeps the original for delegates and for copying. Gives alignment, tool tip and muted tone from the roles.
class Presentation : public QIdentityProxyModel {
    Q_OBJECT
public:
    explicit Presentation(QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    virtual QString header(int column) const = 0;
    /// Words of a cell where they differ from the source's; an invalid value takes the source's, made visible.
    virtual QVariant words(const QModelIndex &source, int column) const;
    /// Decoration, tone, font roles; an invalid value takes the default.
    virtual QVariant look(const QModelIndex &source, int role) const;
    /// The row as one sentence, told on column 0.
    virtual QString sentence(const QModelIndex &source) const = 0;

    static QString text(const QModelIndex &source, int column, int role = Qt::DisplayRole);
    /// Server's text of a cell, made visible and isolated: for sentences.
    static QString quoted(const QModelIndex &source, int column);

private:
    QVariant display(const QModelIndex &source) const;
    QVariant toolTip(const QModelIndex &source) const;
};

/// A name for showing: "(empty name)" and "(no name)" where there is nothing to show.
QString shownName(const QVariant &name);

} // namespace assayer
