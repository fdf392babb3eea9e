#include "ui/widgets/argumentform.h"

#include "platform/visibletext.h"
#include "ui/widgets/formgroups.h"
#include "ui/widgets/formscalars.h"

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

} // namespace

class ArgumentForm::Private {
public:
    explicit Private(ArgumentForm *form)
        : q(form)
    {
    }

    void setRoot(FormField *field);
    void told();
    void judge();

    ArgumentForm *q;
    json::Node schema; ///< kept alive for the fields
    FormField *root = nullptr;
    QWidget *page = nullptr;
    std::vector<FormProblem> problems;
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
    judge();
}

void ArgumentForm::Private::told()
{
    judge();
    Q_EMIT q->changed();
}

void ArgumentForm::Private::judge()
{
    std::vector<FormProblem> found;
    if (root)
        root->collect(found);
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
    d->page = new QWidget;
    auto *layout = new QVBoxLayout(d->page);
    layout->setContentsMargins(0, 0, 0, 0);
    setWidget(d->page);
    d->schema = {};
    d->judge();
}

void ArgumentForm::setSchema(const json::Node &schema)
{
    clear();
    d->schema = schema;
    FieldSpec spec = readField(schema, schema.value, {}, {}, 0);
    spec.required = false;
    if (spec.kind == FieldSpec::Object || takesNothing(schema))
        d->setRoot(new ObjectField(schema, spec, d->page));
    else
        d->setRoot(new JsonField(spec, d->page));
}

void ArgumentForm::setTextFields(const QList<TextField> &fields)
{
    clear();
    std::vector<FieldSpec> specs;
    for (const TextField &field : fields) {
        FieldSpec spec;
        spec.kind = FieldSpec::Text;
        spec.name = field.name;
        QString token = field.name;
        spec.pointer = u'/' + token.replace(u'~', QLatin1String("~0")).replace(u'/', QLatin1String("~1"));
        spec.title = field.title;
        spec.description = field.description;
        spec.required = field.required;
        spec.depth = 1;
        specs.push_back(std::move(spec));
    }
    d->setRoot(new ObjectField(specs, d->page));
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

bool ArgumentForm::hasFields() const
{
    const auto *object = qobject_cast<const ObjectField *>(d->root);
    return object ? !object->fields().empty() : d->root != nullptr;
}

void ArgumentForm::focusField(const QString &pointer)
{
    FormField *field = d->root ? d->root->find(pointer) : nullptr;
    if (!field)
        return;
    field->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(field);
}

void ArgumentForm::setSuggestions(const QString &pointer, const QStringList &words)
{
    if (FormField *field = d->root ? d->root->find(pointer) : nullptr)
        field->setSuggestions(words);
}

} // namespace assayer
