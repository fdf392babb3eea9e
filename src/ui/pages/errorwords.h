// Errors of a desk in the words of the whole program, with what the desk knows.
#pragma once

#include "inspection/errortext.h"

namespace assayer {

class Desk;

ErrorText connectionErrorText(const Desk &desk, const Error &error);
/// `method` and `subject` of the request that failed.
ErrorText actionErrorText(const Desk &desk, const Error &error, const QByteArray &method, const QByteArray &subject, qint64 elapsedNs);

} // namespace assayer
