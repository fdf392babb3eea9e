// The platform's file dialogs without a nested event loop: they are opened, and call back when they are done.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QWidget;

namespace assayer {

using PathTaker = std::function<void(const QString &path)>;

/// `take` is called once with the path, never where the user cancels.
void askOpenPath(QWidget *parent, const QString &title, const QString &filters, PathTaker take);
void askSavePath(QWidget *parent, const QString &title, const QString &suggested, const QString &filters, PathTaker take);
void askFolder(QWidget *parent, const QString &title, PathTaker take);

/// Saves bytes where the user says. `done` gets a sentence about it, `saved` the path if it was written.
void saveBytes(QWidget *parent, const QString &suggested, const QByteArray &bytes, std::function<void(const QString &)> done, PathTaker saved = {});

/// A file name of our making: letters, digits, '-' and '_' of `stem`, and a known extension for the type, else ".bin".
QString fileNameFor(const QString &stem, const QString &mimeType);

} // namespace assayer
