#include "cli/serve/playground.h"

#include <algorithm>
#include <cctype>

#include "cli/serve/page.h"

namespace fencepost::cli {
namespace {

constexpr const char* kHtml = "text/html; charset=utf-8";

HttpResponse problem(unsigned status, const std::string& text) {
  return {status, "application/json", nlohmann::ordered_json{{"error", text}}.dump() + "\n", {}};
}

HttpResponse not_found() { return problem(404, "there is no such page or run (any more)"); }

HttpResponse not_allowed(const std::string& methods) {
  HttpResponse response = problem(405, "only " + methods + " is answered here");
  response.headers.emplace_back("Allow", methods);
  return response;
}

HttpResponse json(unsigned status, const nlohmann::ordered_json& value) {
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  return {status, "application/json", value.dump(-1, ' ', false, kReplace) + "\n", {}};
}

/// A page of a run may hold whatever its program has written: it is of no origin, loads nothing, and stands nowhere
/// else.
HttpResponse foreign_page(std::string text) {
  return {200,
          kHtml,
          std::move(text),
          {{"Content-Security-Policy",
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src "
            "data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"}}};
}

bool is_token(const std::string& text) {
  constexpr std::size_t kShortest = 16;
  constexpr std::size_t kLongest = 64;
  return text.size() >= kShortest && text.size() <= kLongest &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
}

}  // namespace

Playground::Playground(Runs& runs, Access access) : runs_(runs), access_(std::move(access)), page_(playground_page()) {}

HttpResponse Playground::answer(const HttpRequest& request) {
  const std::string refused = access_.refusal(request);
  HttpResponse response = refused.empty() ? routed(request) : problem(403, refused);
  const std::vector<std::pair<std::string, std::string>> always = {{"X-Content-Type-Options", "nosniff"},
                                                                   {"Referrer-Policy", "no-referrer"},
                                                                   {"Cross-Origin-Resource-Policy", "same-origin"},
                                                                   {"Cross-Origin-Opener-Policy", "same-origin"},
                                                                   {"Cache-Control", "no-store"}};
  response.headers.insert(response.headers.end(), always.begin(), always.end());
  return response;
}

HttpResponse Playground::routed(const HttpRequest& request) {
  const std::string path = request.target.substr(0, request.target.find('?'));
  const bool reads = request.method == "GET";
  if (path == "/") {
    if (!reads) return not_allowed("GET");
    return {200, kHtml, page_, {{"Content-Security-Policy", playground_policy()}, {"X-Frame-Options", "DENY"}}};
  }
  if (path == "/runs") return request.method == "POST" ? add(request) : not_allowed("POST");
  const std::string prefix = "/runs/";
  if (!path.starts_with(prefix)) return not_found();
  const std::size_t slash = path.find('/', prefix.size());
  const std::string id = path.substr(prefix.size(), slash - prefix.size());
  if (slash != std::string::npos) {
    if (!reads) return not_allowed("GET");
    auto text = runs_.page(id, path.substr(slash + 1));
    return text ? foreign_page(std::move(*text)) : not_found();
  }
  if (request.method == "DELETE") return runs_.cancel(id) ? HttpResponse{204, {}, {}, {}} : not_found();
  if (!reads) return not_allowed("GET, DELETE");
  const auto told = runs_.told(id);
  return told ? json(200, *told) : not_found();
}

HttpResponse Playground::add(const HttpRequest& request) {
  if (!request.header("content-type").starts_with("application/json")) return problem(415, "a run is application/json");
  const std::string token = request.header("x-fencepost-client");
  if (!is_token(token)) return problem(400, "X-Fencepost-Client: 16 to 64 letters, digits, - and _ are expected");
  RunOrder order;
  try {
    order = read_order(request.body);
  } catch (const OrderError& error) {
    return problem(400, error.what());
  }
  const Runs::Added added = runs_.add({token, request.is_loopback ? "" : request.address}, std::move(order));
  if (added.id.empty()) return problem(added.status, added.problem);
  return json(202, {{"id", added.id}});
}

}  // namespace fencepost::cli
