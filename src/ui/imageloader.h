// Images of a server, decoded off the window's thread and never larger than 64 megapixels.
#pragma once

#include <QImage>
#include <QObject>

#include <functional>

namespace assayer {

inline constexpr qint64 maxImagePixels = qint64(64) * 1000 * 1000;

/// Calls back in the window's thread while `receiver` lives: an image, or a null one with a sentence why.
void loadImage(const QByteArray &bytes, QObject *receiver, std::function<void(const QImage &, const QString &)> done);

} // namespace assayer
