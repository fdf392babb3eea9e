#include "ui/widgets/argumentform.h"

#include "inspection/fieldspec.h"
#include "models/pointertext.h"
#include "ui/widgets/argumentjudge.h"
#include "ui/widgets/formchoices.h"
#include "ui/widgets/formgroups.h"
#include "ui/widgets/formscalars.h"

#include <QHash>
#include <QLabel>
#include <QPointer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace assayer {

namespace {

/// A schema of an object that names no member and hints at none: there is nothing to fill in.
bool takesNothing(const json::Node &schema)
{
    if (!schema || !schema.value->isObject() || schema.value->stringAt("type") != std::string_view("object"))
        return false;
    const json::Value *properties = schema.value->find("properties");
    const json::Value *others = schema.value->find("additionalProperties");
    const auto isOpen = [&](const char *word) { return schema.value->find(word) != nullptr; };
    const std::array openers { "$ref", "anyOf", "oneOf", "allOf", "patternProperties" };
    return (!properties || properties->size() == 0) && (!others || others->isFalse()) && std::none_of(openers.begin(), openers.end(), isOpen);
}

/// A variable of a URI template that may be one text or several.
const json::Node &oneOrMany()
{
    static const json::Node node = [] {
        const auto parsed = json::Document::parse("{\"oneOf\":[{\"title\":\"one text\",\"type\":\"string\"},{\"title\":\"a list\",\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
                                                  "{\"title\":\"names and values\",\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}]}");
        return parsed ? json::Node { *parsed, &(*parsed)->root() } : json::Node();
    }();
    return node;
}

} // namespace

class ArgumentForm::Private {
public:
    explicit Private(ArgumentForm *form)
        : q(form)
        , judge(new ArgumentJudge(form))
    {
        connect(judge, &ArgumentJudge::judged, q, [this] { show(); });
    }

    void setRoot(FormField *field);
    void told();
    void judgeNow();
    void show();
    void collect(std::vector<FormProblem> &found) const;
    void missingTexts(std::vector<FormProblem> &found) const;

    ArgumentForm *q;
    ArgumentJudge *judge;
    FormField *root = nullptr;
    QWidget *page = nullptr;
    bool showsMissing = false;
    std::vector<FormProblem> problems;
    std::vector<QPointer<FormField>> marked; ///< fields with words beside them
    std::vector<FieldSpec> texts; ///< setTextFields()
};

void ArgumentForm::Private::setRoot(FormField *field)
{
    root = field;
    if (root) {
        page->layout()->addWidget(root);
        static_cast<QVBoxLayout *>(page->layout())->addStretch(1);
        connect(root, &FormField::edited, q, [this] { told(); });
        connect(root, &FormField::suggestionsRequested, q, &ArgumentForm::suggestionsRequested);
    }
    q->setWidget(page);
    judgeNow();
}

void ArgumentForm::Private::told()
{
    judgeNow();
    Q_EMIT q->changed();
}

void ArgumentForm::Private::judgeNow()
{
    judge->judge(q->arguments());
}

void ArgumentForm::Private::missingTexts(std::vector<FormProblem> &found) const
{
    for (const FieldSpec &spec : texts) {
        if (!spec.required)
            continue;
        const FormField *field = root->nearest(pointertext::tokens(spec.pointer), 0);
        if (field->isAbsent())
            found.push_back({ spec.pointer, spec.label(), QStringLiteral("required") });
    }
}

/// What cannot be read as its kind is told in place of what the schema says of the text it becomes.
void ArgumentForm::Private::collect(std::vector<FormProblem> &found) const
{
    std::vector<std::pair<FormField *, QString>> unreadable;
    root->collectUnreadable(unreadable);
    const auto isUnreadable = [&](const FormField *field) {
        return std::any_of(unreadable.begin(), unreadable.end(), [&](const auto &one) { return one.first == field; });
    };
    for (const auto &[field, words] : unreadable)
        found.push_back({ field->spec().pointer, field->spec().label(), words });
    for (FormProblem problem : judge->problems()) {
        const FormField *field = root->nearest(pointertext::tokens(problem.pointer), 0);
        if (isUnreadable(field))
            continue;
        if (field->spec().pointer == problem.pointer && !field->spec().label().isEmpty())
            problem.field = field->spec().label();
        found.push_back(problem);
    }
    missingTexts(found);
}

void ArgumentForm::Private::show()
{
    std::vector<FormProblem> found;
    if (root)
        collect(found);
    QHash<FormField *, QString> words;
    for (const FormProblem &problem : found) {
        FormField *field = root->nearest(pointertext::tokens(problem.pointer), 0);
        const bool own = field != root;
        const bool missing = field->isAbsent();
        if (!own || (missing && !showsMissing))
            continue;
        QString &text = words[field];
        text += (text.isEmpty() ? QString() : QStringLiteral("; ")) + problem.words;
    }
    for (const QPointer<FormField> &field : marked) {
        if (field && !words.contains(field))
            field->showProblem({});
    }
    marked.clear();
    for (auto it = words.cbegin(); it != words.cend(); ++it) {
        it.key()->showProblem(it.value());
        marked.emplace_back(it.key());
    }
    const auto same = [](const FormProblem &a, const FormProblem &b) { return a.pointer == b.pointer && a.words == b.words; };
    const bool unchanged = std::equal(found.begin(), found.end(), problems.begin(), problems.end(), same);
    problems = std::move(found);
    if (!unchanged)
        Q_EMIT q->problemsChanged();
}

ArgumentForm::ArgumentForm(QWidget *parent)
    : QScrollArea(parent)
    , d(std::make_unique<Private>(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    clear();
}

ArgumentForm::~ArgumentForm() = default;

void ArgumentForm::clear()
{
    d->root = nullptr; // goes with the page
    d->texts.clear();
    d->showsMissing = false;
    d->page = new QWidget;
    auto *layout = new QVBoxLayout(d->page);
    layout->setContentsMargins(0, 0, 0, 0);
    setWidget(d->page);
    d->judge->setSchema({});
    d->judgeNow();
}

void ArgumentForm::setSchema(const json::Node &schema)
{
    clear();
    d->judge->setSchema(schema);
    FieldSpec spec = readRoot(schema);
    spec.nullable = false;
    if (takesNothing(schema)) {
        spec.kind = FieldSpec::Object;
        spec.parts.clear();
        d->page->layout()->addWidget(new QLabel(tr("There are no arguments to fill in."), d->page));
    }
    const bool isObject = spec.kind == FieldSpec::Object || spec.kind == FieldSpec::Map;
    if (isObject)
        d->setRoot(new ObjectField(spec, d->page));
    else if (spec.kind == FieldSpec::Variant)
        d->setRoot(new VariantField(spec, d->page));
    else
        d->setRoot(new JsonField(spec, d->page));
    if (isObject && !takesNothing(schema))
        setArguments(withDefaults(spec, {}));
}

void ArgumentForm::setTextFields(const QList<TextField> &fields)
{
    clear();
    for (const TextField &field : fields) {
        FieldSpec spec;
        const QString pointer = u'/' + pointertext::escaped(field.name);
        if (field.many)
            spec = readField(oneOrMany(), oneOrMany().value, field.name, pointer, 1);
        else
            spec.kind = FieldSpec::Text;
        spec.name = field.name;
        spec.pointer = pointer;
        spec.title = field.title;
        spec.description = field.description;
        spec.required = field.required;
        spec.depth = 1;
        d->texts.push_back(std::move(spec));
    }
    d->setRoot(new ObjectField(d->texts, d->page));
}

void ArgumentForm::setArguments(const QByteArray &json)
{
    if (!d->root)
        return;
    const auto parsed = json::Document::parse(json.toStdString());
    d->root->setValue(parsed ? json::Node { *parsed, &(*parsed)->root() } : json::Node());
    d->told();
}

QByteArray ArgumentForm::arguments() const
{
    const QByteArray json = d->root ? d->root->json() : QByteArray();
    return json.isEmpty() ? QByteArrayLiteral("{}") : json;
}

const std::vector<FormProblem> &ArgumentForm::problems() const
{
    return d->problems;
}

bool ArgumentForm::isJudging() const
{
    return d->judge->isPending();
}

void ArgumentForm::showMissing()
{
    d->showsMissing = true;
    d->show();
}

bool ArgumentForm::hasFields() const
{
    const auto *object = qobject_cast<const ObjectField *>(d->root);
    return object ? object->hasFields() : d->root != nullptr;
}

void ArgumentForm::focusField(const QString &pointer)
{
    if (!d->root)
        return;
    FormField *field = d->root->nearest(pointertext::tokens(pointer), 0);
    field->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(field);
}

void ArgumentForm::setSuggestions(const QString &pointer, const QStringList &words)
{
    if (d->root)
        d->root->nearest(pointertext::tokens(pointer), 0)->setSuggestions(words);
}

} // namespace assayer
