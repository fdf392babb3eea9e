#include "schema/formats/network.h"

#include "schema/formats/idn.h"
#include "schema/formats/scanner.h"

#include <cctype>

namespace assayer::schema {
namespace {

/// A label's characters and hyphens; no judgement of what "xn--" means.
bool isLabel(std::string_view label)
{
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-')
        return false;
    for (const char c : label) {
        if (!isAsciiLetter(c) && !isAsciiDigit(c) && c != '-')
            return false;
    }
    return true;
}

template<class Judge>
bool everyLabel(std::string_view text, Judge judge)
{
    if (text.empty() || text.size() > 253)
        return false;
    for (;;) {
        const std::size_t dot = text.find('.');
        if (!judge(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

bool isIdnaLabel(std::string_view label)
{
    if (!isLabel(label))
        return false;
    const bool tagged = label.size() >= 4 && label[2] == '-' && label[3] == '-';
    if (!tagged)
        return true;
    // Hyphens in the third and fourth place are reserved (RFC 5891 section 4.2.3.1).
    return std::tolower(static_cast<unsigned char>(label[0])) == 'x' && std::tolower(static_cast<unsigned char>(label[1])) == 'n' && isALabel(label);
}

bool isAtomCharacter(char c, bool international)
{
    return isAsciiLetter(c) || isAsciiDigit(c) || isOneOf(c, "!#$%&'*+-/=?^_`{|}~") || (international && (static_cast<unsigned char>(c) & 0x80) != 0);
}

bool isDotString(std::string_view text, bool international)
{
    if (text.empty() || text.front() == '.' || text.back() == '.' || text.find("..") != std::string_view::npos)
        return false;
    for (const char c : text) {
        if (c != '.' && !isAtomCharacter(c, international))
            return false;
    }
    return true;
}

bool isQuotedString(std::string_view text, bool international)
{
    if (text.size() < 2 || text.front() != '"' || text.back() != '"')
        return false;
    text = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '\\' && ++i < text.size() && text[i] >= ' ' && text[i] < 0x7f)
            continue;
        if (c == '"' || c == '\\' || c < 0x20 || c == 0x7f || (c >= 0x80 && !international))
            return false;
    }
    return true;
}

bool isAddressLiteral(std::string_view text)
{
    constexpr std::string_view tag = "IPv6:";
    if (text.size() > tag.size() && text.starts_with(tag))
        return isIpv6(text.substr(tag.size()));
    return isIpv4(text);
}

bool isMailbox(std::string_view text, bool international)
{
    // A quoted local part may hold an @ itself.
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos || at == 0 || at > 64)
        return false;
    const std::string_view local = text.substr(0, at);
    const std::string_view domain = text.substr(at + 1);
    if (!isDotString(local, international) && !isQuotedString(local, international))
        return false;
    if (domain.size() > 2 && domain.front() == '[' && domain.back() == ']')
        return isAddressLiteral(domain.substr(1, domain.size() - 2));
    return international ? isIdnHostname(domain) : isHostname(domain);
}

bool isHexGroup(std::string_view text)
{
    if (text.empty() || text.size() > 4)
        return false;
    for (const char c : text) {
        if (!isAsciiHex(c))
            return false;
    }
    return true;
}

/// Groups of a colon-separated part; an IPv4 address at the very end counts two. Negative for a malformed part.
int countGroups(std::string_view text, bool mayEndInIpv4)
{
    int count = 0;
    while (!text.empty()) {
        const std::size_t colon = text.find(':');
        const std::string_view group = text.substr(0, colon);
        const bool last = colon == std::string_view::npos;
        if (last && mayEndInIpv4 && group.find('.') != std::string_view::npos)
            return isIpv4(group) ? count + 2 : -1;
        if (!isHexGroup(group) || (!last && colon + 1 == text.size()))
            return -1;
        ++count;
        text = last ? std::string_view() : text.substr(colon + 1);
    }
    return count;
}

} // namespace

bool isIpv4(std::string_view text)
{
    Scanner scanner(text);
    for (int part = 0; part < 4; ++part) {
        if (part > 0 && !scanner.take("."))
            return false;
        const std::string_view before = scanner.rest();
        const std::size_t length = scanner.skipDigits();
        if (length == 0 || length > 3 || (length > 1 && before.front() == '0'))
            return false;
        if (length == 3 && before.substr(0, 3) > "255")
            return false;
    }
    return scanner.atEnd();
}

bool isIpv6(std::string_view text)
{
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos)
        return countGroups(text, true) == 8;
    const std::string_view tail = text.substr(gap + 2);
    if (tail.find("::") != std::string_view::npos || tail.starts_with(':'))
        return false;
    const int before = countGroups(text.substr(0, gap), false);
    const int after = countGroups(tail, true);
    return before >= 0 && after >= 0 && before + after <= 7;
}

bool isPlainHostname(std::string_view text)
{
    return everyLabel(text, isLabel);
}

bool isHostname(std::string_view text)
{
    return everyLabel(text, isIdnaLabel);
}

bool isEmail(std::string_view text)
{
    return isMailbox(text, false);
}

bool isIdnEmail(std::string_view text)
{
    return isMailbox(text, true);
}

} // namespace assayer::schema
