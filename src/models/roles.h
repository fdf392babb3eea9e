// The roles every model speaks, and the badges a row may carry. Words, icons and colours are the presentation's.
#pragma once

#include <QList>
#include <QMetaType>
#include <QString>
#include <Qt>

namespace assayer {

/// Roles common to all models; a model's own begin at FirstOwnRole.
enum CommonRole {
    IdentityRole = Qt::UserRole + 1, ///< quint64: the same row before and after a refresh (kind, name or URI, n-th of that name)
    ExactTextRole, ///< QString: the cell's text as the server sent it; invalid where the cell holds none
    NodeRole, ///< json::Node: the entry as it arrived
    FrameRole, ///< quint64: sequence number of the record, 0 where there is none
    SeverityRole, ///< int(Severity); invalid where the row has none
    BadgesRole, ///< QList<Badge>, in the fixed order
    MutedRole, ///< bool: shown, searched and copied, but not in force
    DividerRole, ///< bool: a line between two groups of rows
    AbsentRole, ///< bool: the member is not there at all (an empty one is there)
    NumericRole, ///< bool: right-aligned, fixed font
    FirstOwnRole = Qt::UserRole + 64
};

/// What a badge says; the order is the order of display.
struct Badge {
    enum Kind {
        ModernEra, ///< argument: revision
        LegacyEra, ///< argument: revision
        Weak,
        Strong,
        ReadOnly,
        NotReadOnly,
        Destructive,
        NotDestructive,
        Idempotent,
        NotIdempotent,
        OpenWorld,
        NotOpenWorld,
        TaskRequired,
        TaskOptional,
        OutputChecked, ///< argument: generation
        OutputUnchecked, ///< argument: why
        OutputNotInForce, ///< argument: generation in force, empty for none
        NoOutputSchema,
        Header, ///< argument: header name
        Excluded,
        RefusedPage,
        Deprecated,
        Edited,
        Stale,
        Cached, ///< argument: age
        Subscribed,
        Duplicate, ///< argument: "#2"
    };
    Kind kind = Stale;
    QString argument; ///< text of the server's where it says so: untrusted
    bool operator==(const Badge &other) const { return kind == other.kind && argument == other.argument; }
};

using Badges = QList<Badge>;

} // namespace assayer

Q_DECLARE_METATYPE(assayer::Badge)
