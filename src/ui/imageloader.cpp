#include "ui/imageloader.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

constexpr int mostSide = 4096; ///< the window's thread must upload it within a frame

/// A large image is made smaller here, and remembers its size for the words beside it.
QImage shownSize(QImage image)
{
    if (image.width() <= mostSide && image.height() <= mostSide)
        return image;
    const QString original = QStringLiteral("%1 x %2, shown smaller").arg(image.width()).arg(image.height());
    image = image.scaled(mostSide, mostSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    image.setText(QStringLiteral("assayer-size"), original);
    return image;
}

QImage decode(QByteArray bytes, QString &problem)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    QImageReader::setAllocationLimit(static_cast<int>(maxImagePixels * 4 / (1024 * 1024)) + 1); // for formats that hide their size
    const QSize size = reader.size();
    if (size.isValid() && qint64(size.width()) * size.height() > maxImagePixels) {
        problem = QStringLiteral("The image has %1 x %2 pixels: more than is drawn here. Save it to look at it.")
                      .arg(size.width())
                      .arg(size.height());
        return {};
    }
    const QImage image = reader.read();
    if (image.isNull())
        problem = QStringLiteral("The bytes are no image that can be drawn (%1).").arg(reader.errorString());
    return shownSize(image);
}

} // namespace

void loadImage(const QByteArray &bytes, QObject *receiver, std::function<void(const QImage &, const QString &)> done)
{
    const QPointer<QObject> alive(receiver);
    QThreadPool::globalInstance()->start([bytes, alive, done = std::move(done)] {
        QString problem;
        const QImage image = decode(bytes, problem);
        QMetaObject::invokeMethod(qApp, [alive, image, problem, done] {
            if (alive)
                done(image, problem);
        });
    });
}

} // namespace assayer
