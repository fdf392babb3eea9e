// Fields of one value that is typed: text, numbers with all their digits, JSON in place.
#pragma once

#include "ui/widgets/formfield.h"

class QAbstractSpinBox;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;

namespace assayer {

class JsonEdit;

/// One line, or several where the text is long; Alt+Return changes between them. Dates have a calendar, secrets are hidden.
class TextField final : public FormField {
    Q_OBJECT
public:
    TextField(const FieldSpec &spec, QWidget *parent);
    void setSuggestions(const QStringList &words) override;
    QWidget *editor() const override;
    bool isWide() const override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *withTools(QWidget *editor);
    void setLong(bool isLong);
    QString text() const;
    void showCalendar(QWidget *below);

    QStackedWidget *m_stack = nullptr; ///< null for a secret: always one line
    QLineEdit *m_line = nullptr;
    QPlainTextEdit *m_lines = nullptr;
};

/// Exact digits of any length; the arrows add and subtract one without a double in between.
class NumberField final : public FormField {
    Q_OBJECT
public:
    NumberField(const FieldSpec &spec, QWidget *parent);
    QWidget *editor() const override;
    QString unreadable() const override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    class Spin;
    Spin *m_spin;
};

class JsonField final : public FormField {
    Q_OBJECT
public:
    JsonField(const FieldSpec &spec, QWidget *parent);
    QWidget *editor() const override;
    bool isWide() const override { return true; }
    QString unreadable() const override;

protected:
    QByteArray editorJson() const override;
    void showValue(const json::Node &value) override;
    void showState(State state) override;

private:
    JsonEdit *m_edit;
};

/// A decimal text plus one or minus one, exactly; the text itself where it is no plain decimal.
QString steppedDecimal(const QString &decimal, int steps);

} // namespace assayer
