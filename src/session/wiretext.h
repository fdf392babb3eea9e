// JSON-RPC texts of ours as bytes for a transport: protocol/requestencoder in QByteArray, and what only a session needs.
#pragma once

#include <QByteArray>

#include <string_view>
#include <utility>
#include <vector>

namespace assayer::wiretext {

/// `paramsJson` empty: no params member.
QByteArray request(const QByteArray &idJson, const QByteArray &method, const QByteArray &paramsJson);
QByteArray notification(const QByteArray &method, const QByteArray &paramsJson);
QByteArray result(const QByteArray &idJson, const QByteArray &resultJson);
QByteArray error(const QByteArray &idJson, int code, std::string_view message);

/// An object text with further members at its end; an empty text counts as "{}". Nothing else of the text changes.
QByteArray objectWith(const QByteArray &objectJson, const std::vector<std::pair<QByteArray, QByteArray>> &members);

} // namespace assayer::wiretext
