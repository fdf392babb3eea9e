// JSON-RPC texts of ours as bytes for a transport: protocol/requestencoder in QByteArray.
#pragma once

#include <QByteArray>

#include <string_view>

namespace assayer::wiretext {

/// `paramsJson` empty: no params member.
QByteArray request(const QByteArray &idJson, const QByteArray &method, const QByteArray &paramsJson);
QByteArray notification(const QByteArray &method, const QByteArray &paramsJson);
QByteArray result(const QByteArray &idJson, const QByteArray &resultJson);
QByteArray error(const QByteArray &idJson, int code, std::string_view message);

} // namespace assayer::wiretext
