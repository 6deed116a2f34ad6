// Requests and responses of HTTP, as far as this server speaks it.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::cli {

struct HttpRequest {
  std::string method, target;                  ///< "GET", "/runs/1?x"; as they came.
  std::map<std::string, std::string> headers;  ///< Names in small letters.
  std::string body;
  std::string address;       ///< The client's, without its port.
  bool is_loopback = false;  ///< It is of this machine.

  /// "" if there is none.
  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
  }
};

struct HttpResponse {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace fencepost::cli
