// An array as rows that can be added, removed and moved.
#pragma once

#include "ui/widgets/formfield.h"

class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace assayer {

/// Alt+Up and Alt+Down in a row's buttons move it. Values keep their exact text until they are edited.
class ArrayField final : public FormField {
    Q_OBJECT
public:
    ArrayField(const FieldSpec &spec, QWidget *parent);

    QWidget *editor() const override;
    bool isWide() const override { return true; }
    FormField *nearest(const QStringList &path, qsizetype at) override;
    void collectUnreadable(std::vector<std::pair<FormField *, QString>> &out) override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    struct Row {
        QWidget *widget;
        FormField *field;
    };
    FormField *addRow();
    void rebuild(const std::vector<QByteArray> &texts);
    void removeRow(QWidget *widget);
    void moveRow(QWidget *widget);
    std::size_t indexOf(const QWidget *widget) const;
    std::vector<QByteArray> texts() const;
    void clearRows();
    void showRest();

    QFrame *m_frame;
    QVBoxLayout *m_layout;
    QPushButton *m_add;
    QLabel *m_rest;
    std::vector<Row> m_rows;
    json::Node m_original; ///< what the rows were filled from; elements beyond the rows shown are written from it
    std::size_t m_taken = 0; ///< elements of it that are rows
};

} // namespace assayer
