// Words that fit at the cursor of the trace filter, and where its characters are painted.
#pragma once

#include <QObject>
#include <QStringList>

class QCompleter;
class QLineEdit;
class QStringListModel;

namespace assayer {

class FilterEdit;

/// Completes the word at the cursor while it is typed. Lives with the field.
class FilterSuggestions : public QObject {
    Q_OBJECT
public:
    explicit FilterSuggestions(FilterEdit *field);

    /// Words that fit behind that text: fields, operators, values of an enumerated field, "and".
    static QStringList wordsAfter(const QString &before);

private:
    void complete();
    void insert(const QString &word);
    std::pair<int, int> wordAtCursor() const;

    FilterEdit *m_field;
    QCompleter *m_completer;
    QStringListModel *m_words;
};

/// Where that character of a field is painted, in the field's own pixels; beyond its edges where it is scrolled away.
int xOfCharacter(const QLineEdit &field, qsizetype character);

} // namespace assayer
