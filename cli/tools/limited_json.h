// JSON whose writer is not trusted.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace fencepost::cli {

/// The value that `text` is. Throws std::runtime_error unless it is JSON in UTF-8, not nested more than 64 deep, of at
/// most 100,000 values.
nlohmann::json parse_limited(const std::string& text);

}  // namespace fencepost::cli
