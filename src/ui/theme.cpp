#include "ui/theme.h"

#include "ui/preferences.h"
#include "ui/presentation/framedstyle.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/delegates.h"

#include <QApplication>
#include <QIcon>

namespace assayer {
namespace {

/// "hicolor" is the fallback below every theme and holds none of the icons that actions and styles ask for: looking through it
/// takes a fifth of the time to the first picture and finds nothing.
void passOverEmptyIconTheme()
{
    if (QIcon::themeName().isEmpty() || QIcon::themeName() == QLatin1String("hicolor"))
        QIcon::setThemeSearchPaths({ QStringLiteral(":/icons") }); // no path at all would mean the platform's again
}

} // namespace

Theme::Theme(QApplication &application, Preferences &preferences, QObject *parent)
    : QObject(parent)
    , m_application(application)
    , m_preferences(preferences)
{
    passOverEmptyIconTheme();
    QApplication::setStyle(new FramedStyle);
    m_system = QApplication::palette();
    m_pointSize = QApplication::font().pointSizeF();
    connect(&preferences, &Preferences::changed, this, [this](Preferences::Key key) {
        if (key == Preferences::Theme || key == Preferences::Text || key == Preferences::Density)
            apply();
    });
    apply();
}

void Theme::apply()
{
    const QString theme = m_preferences.word(Preferences::Theme);
    const QPalette palette = theme == QLatin1String("dark") ? tones::darkPalette()
        : theme == QLatin1String("light")                   ? tones::lightPalette()
                                                            : m_system;
    QApplication::setPalette(tones::guarded(palette));
    QFont font = QApplication::font();
    const qreal size = m_pointSize * m_preferences.number(Preferences::Text) / 100.0;
    if (m_pointSize > 0 && !qFuzzyCompare(font.pointSizeF(), size)) {
        font.setPointSizeF(size);
        QApplication::setFont(font);
    }
    EscapedDelegate::setRoomy(m_preferences.word(Preferences::Density) == QLatin1String("roomy"));
}

} // namespace assayer
