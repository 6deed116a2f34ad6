#include "cli/serve/access.h"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// "name" of "name:8080", "::1" of "[::1]:8080"; empty if it is neither.
std::string without_port(const std::string& host) {
  std::string name = host;
  std::string rest;
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == std::string::npos) return {};
    name = host.substr(1, end - 1);
    rest = host.substr(end + 1);
  } else if (const std::size_t colon = host.find(':'); colon != std::string::npos) {
    name = host.substr(0, colon);
    rest = host.substr(colon);
  }
  const bool is_port =
      rest.empty() || (rest.size() > 1 && rest.front() == ':' &&
                       std::all_of(rest.begin() + 1, rest.end(), [](unsigned char c) { return std::isdigit(c) != 0; }));
  return is_port ? name : std::string();
}

/// A number is no name, which nobody can make point elsewhere.
bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return ::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

}  // namespace

Access::Access(std::vector<std::string> names) : names_(std::move(names)) {
  names_.emplace_back("localhost");
  std::array<char, 256> machine{};
  if (::gethostname(machine.data(), machine.size() - 1) == 0 && machine[0] != 0) {
    const std::string name = machine.data();
    names_.push_back(name);
    if (name.find('.') == std::string::npos) names_.push_back(name + ".local");
  }
  for (std::string& name : names_) name = in_small_letters(name);
}

bool Access::is_known(const std::string& host) const {
  const std::string name = in_small_letters(without_port(host));
  return !name.empty() && (is_address(name) || std::ranges::find(names_, name) != names_.end());
}

std::string Access::refusal(const HttpRequest& request) const {
  const std::string host = request.header("host");
  if (!is_known(host)) {
    return "'" + detector::cut(host, 100) +
           "' is no name of this server; use its address, or start it with --name for this name";
  }
  const std::string origin = request.header("origin");
  if (!origin.empty() && origin != "http://" + host && origin != "https://" + host) {
    return "requests of other sites are not answered";
  }
  const std::string site = request.header("sec-fetch-site");
  const bool changes = request.method != "GET";
  if (changes && !site.empty() && site != "same-origin") return "requests of other sites are not answered";
  return {};
}

}  // namespace fencepost::cli
