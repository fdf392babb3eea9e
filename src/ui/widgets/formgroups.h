// A group of fields: the properties of an object, and members of any name.
#pragma once

#include "ui/widgets/formfield.h"

class QFormLayout;
class QFrame;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace assayer {

/// All but the last of a duplicate are kept and written back in their places. Members without a property are rows of a name
/// and a value. A group that is optional and deep, or the same as one above it, is opened by its button only.
class ObjectField final : public FormField {
    Q_OBJECT
public:
    ObjectField(const FieldSpec &spec, QWidget *parent);
    /// Of given fields instead of a schema's.
    ObjectField(const std::vector<FieldSpec> &fields, QWidget *parent);

    QWidget *editor() const override;
    bool isWide() const override { return spec().depth > 0; }
    FormField *nearest(const QStringList &path, qsizetype at) override;
    void collectUnreadable(std::vector<std::pair<FormField *, QString>> &out) override;
    bool hasFields() const { return !m_specs.empty() || spec().wantsOtherMembers(); }

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    struct Other {
        QWidget *widget;
        QLineEdit *name;
        FormField *value;
        const json::Member *origin; ///< in m_original; null for a new one
    };
    void build();
    void open();
    void addFields(std::size_t upTo);
    void addField(const FieldSpec &spec);
    void showMore();
    Other &addOther(const json::Member *origin);
    void removeOther(QWidget *widget);
    void clearOthers();
    void fillOthers();
    FormField *fieldOf(const QString &name) const;
    const Other *otherOf(const json::Member *origin) const;

    std::vector<FieldSpec> m_specs;
    QFrame *m_frame;
    QVBoxLayout *m_column = nullptr;
    QFormLayout *m_form = nullptr;
    QPushButton *m_opener = nullptr; ///< of a group that is opened by the user only
    QPushButton *m_more = nullptr; ///< of a long group
    QPushButton *m_add = nullptr; ///< of members of any name
    QVBoxLayout *m_rows = nullptr;
    std::vector<FormField *> m_fields;
    std::vector<Other> m_others;
    json::Node m_original; ///< the object the fields were filled from
    int m_lastOther = 0;
};

} // namespace assayer
