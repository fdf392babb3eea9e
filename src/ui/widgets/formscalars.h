// Fields of one value: a line for text and exact numbers, a choice for booleans and enums, JSON in place for the rest.
#pragma once

#include "ui/widgets/formfield.h"

class QComboBox;
class QLineEdit;

namespace assayer {

class JsonEdit;

/// Text, and numbers with all their digits.
class LineField final : public FormField {
    Q_OBJECT
public:
    LineField(const FieldSpec &spec, QWidget *parent);
    void setSuggestions(const QStringList &words) override;
    QWidget *editor() const override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLineEdit *m_edit;
};

class ChoiceField final : public FormField {
    Q_OBJECT
public:
    ChoiceField(const FieldSpec &spec, QWidget *parent);
    QWidget *editor() const override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    void fill();

    QComboBox *m_combo;
};

class JsonField final : public FormField {
    Q_OBJECT
public:
    JsonField(const FieldSpec &spec, QWidget *parent);
    QWidget *editor() const override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    JsonEdit *m_edit;
};

} // namespace assayer
