// What a schema says of one field of a form, read without judging the rest of it.
#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace assayer {

struct FieldSpec {
    enum Kind { Text, Number, Boolean, Choice, Array, Object, Json };
    struct Option {
        QByteArray json; ///< exact text
        QString words; ///< untrusted
    };

    Kind kind = Json;
    QString name; ///< member name; untrusted
    QString pointer; ///< JSON Pointer in the arguments
    QString title; ///< untrusted
    QString description; ///< untrusted
    bool required = false;
    bool nullable = false; ///< null is among the types
    bool integer = false; ///< Number: whole numbers only
    bool password = false; ///< Text: format "password"
    QList<Option> options; ///< Choice
    json::Node schema; ///< references followed; null value where there is none
    int depth = 0;

    QString label() const { return title.isEmpty() ? name : title; }
};

/// Deeper than this a field is a JSON field.
inline constexpr int formDepth = 5;

/// `document`: the whole schema, for local references.
FieldSpec readField(const json::Node &document, const json::Value *schema, const QString &name, const QString &pointer, int depth);
/// Fields of an object's properties, in the order of the text.
std::vector<FieldSpec> readProperties(const json::Node &document, const FieldSpec &object);
/// The field of an array's elements.
FieldSpec readItems(const json::Node &document, const FieldSpec &array, int index);

/// What is wrong with exact JSON text for that field, in words; empty for nothing.
QString problemOf(const FieldSpec &spec, const QByteArray &json);

} // namespace assayer
