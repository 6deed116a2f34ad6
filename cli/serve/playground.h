// What is served: the page, runs, and what they have left.
#pragma once

#include <string>

#include "cli/serve/access.h"
#include "cli/serve/http_message.h"
#include "cli/serve/runs.h"

namespace fencepost::cli {

/// Answers requests. Thread safety: none.
class Playground {
 public:
  Playground(Runs& runs, Access access);

  /// `GET /`, `POST /runs`, `GET` and `DELETE /runs/ID`, `GET /runs/ID/PAGE`: docs/serve.md.
  HttpResponse answer(const HttpRequest& request);

 private:
  HttpResponse routed(const HttpRequest& request);
  HttpResponse add(const HttpRequest& request);

  Runs& runs_;
  Access access_;
  std::string page_;  ///< The same for all.
};

}  // namespace fencepost::cli
