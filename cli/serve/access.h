// Which requests are a browser's that shows this server's own page.
#pragma once

#include <string>
#include <vector>

#include "cli/serve/http_message.h"

namespace fencepost::cli {

/// Tells requests of the page from those that other sites make a browser send. Thread safety: const methods.
class Access {
 public:
  /// `names`: what the server may be called in an address besides its numbers, localhost and the machine's name.
  explicit Access(std::vector<std::string> names);

  /// Why the request is refused (403); empty: it is not. By its Host, against names that others have made point here
  /// (DNS rebinding), and by Origin and Sec-Fetch-Site, against pages of other sites.
  [[nodiscard]] std::string refusal(const HttpRequest& request) const;

 private:
  [[nodiscard]] bool is_known(const std::string& host) const;

  std::vector<std::string> names_;  ///< In small letters.
};

}  // namespace fencepost::cli
