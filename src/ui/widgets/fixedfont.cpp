#include "ui/widgets/fixedfont.h"

#include <QFontDatabase>

namespace assayer {

QFont fixedFont()
{
    QFont font;
    font.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
    font.setStyleHint(QFont::Monospace);
    return font;
}

} // namespace assayer
