// HTTP/1.1 for browsers that are not trusted.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cli/serve/http_message.h"

namespace fencepost::cli {

/// Answers requests, one at a time, in the thread that calls run(). Larger bodies than 512 KiB are refused (413), as
/// are headers beyond 8 KiB (431); connections that are silent are closed; more than 512 at once are not taken. Thread
/// safety: none, and no threads of its own, so that its owner may fork().
class HttpServer {
 public:
  using Handler = std::function<HttpResponse(const HttpRequest&)>;

  /// Listens. `host`: an address, or a name of this machine. `port` 0: any that is free. Throws std::runtime_error,
  /// which says what to do, if it cannot.
  HttpServer(const std::string& host, std::uint16_t port, Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Where it listens: "127.0.0.1", "::".
  [[nodiscard]] std::string address() const;
  [[nodiscard]] std::uint16_t port() const;

  /// Serves until `goes_on`, which is asked every 50 ms, says no.
  void run(const std::function<bool()>& goes_on);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fencepost::cli
