#include "ui/imageloader.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPointer>
#include <QThreadPool>

namespace assayer {
namespace {

QImage decode(QByteArray bytes, QString &problem)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
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
    return image;
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
