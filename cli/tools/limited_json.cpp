#include "cli/tools/limited_json.h"

#include <stdexcept>

namespace fencepost::cli {

nlohmann::json parse_limited(const std::string& text) {
  using nlohmann::json;
  constexpr int kDepth = 64;
  constexpr int kValues = 100'000;
  int values = 0;
  const auto count = [&](int depth, json::parse_event_t event, const json& /*value*/) {
    if (depth > kDepth) throw std::runtime_error("JSON that is nested more than 64 deep");
    if (event != json::parse_event_t::object_end && event != json::parse_event_t::array_end && ++values > kValues) {
      throw std::runtime_error("JSON of more than 100,000 values");
    }
    return true;
  };
  try {
    return json::parse(text, count);
  } catch (const json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: …"
    const std::string told = error.what();
    const std::size_t end = told.find("] ");
    throw std::runtime_error("no JSON: " + told.substr(end == std::string::npos ? 0 : end + 2));
  }
}

}  // namespace fencepost::cli
