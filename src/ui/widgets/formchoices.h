// Fields that are chosen: one of a few values, several of them, or which of several shapes a value has.
#pragma once

#include "ui/widgets/formfield.h"

class QComboBox;
class QFrame;
class QListWidget;

namespace assayer {

/// true, false and unset are three states; so are the values of an enum, unset and null.
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
    void chosen(int index);

    QComboBox *m_combo;
};

/// Ticks in a list; what is ticked goes in the order of the schema.
class MultiChoiceField final : public FormField {
    Q_OBJECT
public:
    MultiChoiceField(const FieldSpec &spec, QWidget *parent);
    QWidget *editor() const override;
    bool isWide() const override { return true; }

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    void addOption(const QByteArray &json, const QString &words);

    QListWidget *m_list;
};

/// An alternative of oneOf or anyOf, and its field; what fits none is JSON.
class VariantField final : public FormField {
    Q_OBJECT
public:
    VariantField(const FieldSpec &spec, QWidget *parent);
    QWidget *editor() const override;
    bool isWide() const override { return true; }
    void setSuggestions(const QStringList &words) override;
    FormField *nearest(const QStringList &path, qsizetype at) override;
    void collectUnreadable(std::vector<std::pair<FormField *, QString>> &out) override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    void choose(int index);
    void make(int index);

    QFrame *m_frame;
    QComboBox *m_combo;
    FormField *m_inner = nullptr;
};

} // namespace assayer
