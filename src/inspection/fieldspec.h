// What a schema says of one field of a form: the one builder behind the window's forms and `call --form`.
#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <string_view>
#include <vector>

namespace assayer {

struct FieldSpec {
    enum Kind {
        Text,
        Number,
        Boolean,
        Choice, ///< one of `options`
        MultiChoice, ///< an array of `options`
        Array, ///< rows; a tuple where the schema names its places
        Object, ///< a group of named fields
        Map, ///< members of any name
        Variant, ///< one of `variants`
        Json, ///< edited as JSON text
    };
    struct Option {
        QByteArray json; ///< exact text
        QString words; ///< title, name or the value itself; untrusted
    };
    struct Alternative {
        QString words; ///< untrusted
        const json::Value *schema = nullptr;
    };

    Kind kind = Json;
    QString name; ///< member name; untrusted
    QString pointer; ///< JSON Pointer in the arguments
    QString title; ///< untrusted
    QString description; ///< untrusted
    QString format; ///< Text: "date", "email"...; untrusted
    QString least; ///< Number: exact text of the lower bound, empty for none; untrusted
    QString most; ///< Number: of the upper bound
    QByteArray defaultJson; ///< exact text, empty where there is none
    bool required = false;
    bool nullable = false; ///< null is among the types
    bool integer = false; ///< Number: whole numbers only
    bool password = false; ///< Text: format "password"
    bool longText = false; ///< Text: several lines from the start
    bool deprecated = false;
    bool recursive = false; ///< the same schema stands above it: opened by the user only
    bool fixedPlace = false; ///< an element or an alternative: it cannot be absent
    QList<Option> options; ///< Choice, MultiChoice
    std::vector<Alternative> variants; ///< Variant
    /// Schemas that hold at this place: the field's own, what it refers to, and the branches of allOf.
    std::vector<const json::Value *> parts;
    json::Node document; ///< the whole schema, kept alive
    std::vector<const json::Value *> trail; ///< schemas above, for recursion
    int depth = 0;

    QString label() const { return title.isEmpty() ? name : title; }
    /// The keyword's value in the first part that has it; null for none.
    const json::Value *find(std::string_view keyword) const;
    /// Whether other members than the named ones are asked for in so many words.
    bool wantsOtherMembers() const;
};

/// `document`: the whole schema, for local references.
FieldSpec readField(const json::Node &document, const json::Value *schema, const QString &name, const QString &pointer, int depth,
    const std::vector<const json::Value *> &trail = {});
/// The field of the whole schema.
FieldSpec readRoot(const json::Node &document);
/// Fields of an object's properties, in the order of the text.
std::vector<FieldSpec> readProperties(const FieldSpec &object);
/// The field of an array's element.
FieldSpec readItem(const FieldSpec &array, int index);
/// The field of a member that has no property of its own. `pointer` is the place, whatever its name will be.
FieldSpec readOtherMember(const FieldSpec &object, const QString &pointer);
/// The field of an alternative, in the place of its union.
FieldSpec readVariant(const FieldSpec &whole, std::size_t index);
/// The alternative that a value was most probably made for; variants.size() where none fits.
std::size_t fittingVariant(const FieldSpec &whole, const json::Node &value);

/// The object that is given (null: none), and the defaults of what it lacks. Objects within are made only where they are
/// required; given ones are completed. JSON text; "{}" where there is nothing.
QByteArray withDefaults(const FieldSpec &object, const json::Node &given);
/// What an untouched field holds when its place must hold something: its default, its constant, or the empty value of its kind.
QByteArray startValue(const FieldSpec &spec);

} // namespace assayer
