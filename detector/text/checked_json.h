// Values of JSON that somebody else may have written. All throw std::runtime_error, or what nlohmann::json throws,
// about what is not as it should be.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace fencepost::detector {

/// The one of `values` whose name_of() is the text of `member`.
template <class List>
auto named(const nlohmann::ordered_json& json, const char* member, const List& values) {
  const auto& name = json.at(member).get_ref<const std::string&>();
  for (const auto value : values) {
    if (name_of(value) == name) return value;
  }
  throw std::runtime_error("unknown " + std::string(member) + " '" + name + "'");
}

/// get<> would take -1 and 1e9, too.
template <class Number>
Number checked_number(const nlohmann::ordered_json& json) {
  if (!json.is_number_unsigned()) throw std::runtime_error("a number from 0 is expected, not " + json.dump());
  const auto value = json.get<std::uint64_t>();
  if (value > std::numeric_limits<Number>::max()) throw std::runtime_error("the number " + json.dump() + " is too big");
  return static_cast<Number>(value);
}

template <class Number>
Number number_or_0(const nlohmann::ordered_json& json, const char* member) {
  return json.contains(member) ? checked_number<Number>(json[member]) : Number{0};
}

inline std::uint64_t checked_count(const nlohmann::ordered_json& json, const char* member) {
  return checked_number<std::uint64_t>(json.at(member));
}

/// Loops take null, and objects, for lists.
inline const nlohmann::ordered_json& checked_list(const nlohmann::ordered_json& json) {
  if (!json.is_array()) throw std::runtime_error("a list is expected");
  return json;
}

}  // namespace fencepost::detector
