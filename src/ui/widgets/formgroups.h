// Fields that hold fields: an object's properties, an array's rows.
#pragma once

#include "ui/widgets/formfield.h"

class QFormLayout;
class QFrame;
class QPushButton;
class QVBoxLayout;

namespace assayer {

/// Members that have no field, and all but the last of a duplicate, are kept and written back in their places.
class ObjectField final : public FormField {
    Q_OBJECT
public:
    ObjectField(const json::Node &document, const FieldSpec &spec, QWidget *parent);
    /// Of given fields instead of a schema's.
    ObjectField(const std::vector<FieldSpec> &fields, QWidget *parent);

    QWidget *editor() const override;
    void collect(std::vector<FormProblem> &problems) const override;
    FormField *find(const QString &pointer) override;
    const std::vector<FormField *> &fields() const { return m_fields; }

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    void build(const json::Node &document, const std::vector<FieldSpec> &fields);
    FormField *fieldOf(const QString &name) const;

    QFrame *m_frame;
    std::vector<FormField *> m_fields;
    json::Node m_original; ///< the object the fields were filled from
};

class ArrayField final : public FormField {
    Q_OBJECT
public:
    ArrayField(const json::Node &document, const FieldSpec &spec, QWidget *parent);

    QWidget *editor() const override;
    void collect(std::vector<FormProblem> &problems) const override;
    FormField *find(const QString &pointer) override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    FormField *addRow();
    void removeRow(QWidget *row);
    void dropRow(QWidget *row);
    void clearRows();

    json::Node m_document;
    QFrame *m_frame;
    QVBoxLayout *m_layout;
    QPushButton *m_add;
    struct Row {
        QWidget *widget;
        FormField *field;
    };
    std::vector<Row> m_rows;
};

} // namespace assayer
