#include "ui/panes/filtersuggestions.h"

#include "trace/filter.h"
#include "ui/widgets/filteredit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStringListModel>

namespace assayer {
namespace {

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == u'.' || c == u'_' || c == u'/' || c == u'-';
}

} // namespace

FilterSuggestions::FilterSuggestions(FilterEdit *field)
    : QObject(field)
    , m_field(field)
    , m_completer(new QCompleter(this))
    , m_words(new QStringListModel(this))
{
    m_completer->setModel(m_words);
    field->setSuggestions(m_completer);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &FilterSuggestions::insert);
    connect(field, &QLineEdit::textEdited, this, &FilterSuggestions::complete);
}

std::pair<int, int> FilterSuggestions::wordAtCursor() const
{
    const QString all = m_field->text();
    int begin = m_field->cursorPosition();
    while (begin > 0 && isWordPart(all[begin - 1]))
        --begin;
    return { begin, m_field->cursorPosition() };
}

void FilterSuggestions::complete()
{
    const auto [begin, end] = wordAtCursor();
    const QString prefix = m_field->text().mid(begin, end - begin);
    if (!prefix.isEmpty()) {
        const QStringList words = wordsAfter(m_field->text().left(begin));
        if (words != m_words->stringList())
            m_words->setStringList(words);
    }
    m_completer->setCompletionPrefix(prefix);
    const bool whole = m_completer->completionCount() == 1 && m_completer->currentCompletion() == prefix;
    if (prefix.isEmpty() || m_completer->completionCount() == 0 || whole)
        m_completer->popup()->hide();
    else
        m_completer->complete();
}

void FilterSuggestions::insert(const QString &word)
{
    const auto [begin, end] = wordAtCursor();
    QString all = m_field->text();
    all.replace(begin, end - begin, word);
    m_field->setText(all);
    m_field->setCursorPosition(begin + static_cast<int>(word.size()));
}

QStringList FilterSuggestions::wordsAfter(const QString &before)
{
    static const QRegularExpression afterOperator(QStringLiteral("([a-z.]+)\\s*(==|=|!=|<|<=|>|>=|contains|eq|ne|in\\s*\\{(?:[^{}]*,)?)\\s*$"));
    static const QRegularExpression lastWord(QStringLiteral("([A-Za-z.]+)\\s+$"));
    if (const QRegularExpressionMatch match = afterOperator.match(before); match.hasMatch()) {
        const QString field = match.captured(1);
        if (field != QLatin1String("method"))
            return Filter::values(field);
        return { QStringLiteral("completion/complete"), QStringLiteral("initialize"), QStringLiteral("notifications/progress"), QStringLiteral("notifications/message"),
            QStringLiteral("ping"), QStringLiteral("prompts/get"), QStringLiteral("prompts/list"), QStringLiteral("resources/list"), QStringLiteral("resources/read"),
            QStringLiteral("resources/templates/list"), QStringLiteral("server/discover"), QStringLiteral("tools/call"), QStringLiteral("tools/list") };
    }
    const QRegularExpressionMatch word = lastWord.match(before);
    const bool afterField = word.hasMatch() && Filter::fields().contains(word.captured(1));
    if (afterField)
        return { QStringLiteral("contains"), QStringLiteral("matches"), QStringLiteral("in"), QStringLiteral("and"), QStringLiteral("or") };
    const bool afterValue = !before.trimmed().isEmpty() && !word.hasMatch() && !before.trimmed().endsWith(u'(');
    const bool joined = word.hasMatch() && QStringList { QStringLiteral("and"), QStringLiteral("or"), QStringLiteral("not") }.contains(word.captured(1));
    if (afterValue || (word.hasMatch() && !joined))
        return { QStringLiteral("and"), QStringLiteral("or") };
    return Filter::fields() + QStringList { QStringLiteral("not") };
}

/// The field tells where its cursor stands; everything else is as far from it as its text is wide.
int xOfCharacter(const QLineEdit &field, qsizetype character)
{
    const QRect cursor = field.inputMethodQuery(Qt::ImCursorRectangle).toRect();
    const auto width = [&field](qsizetype count) { return field.fontMetrics().horizontalAdvance(field.text().left(count)); };
    return cursor.center().x() + width(character) - width(field.cursorPosition());
}

} // namespace assayer
