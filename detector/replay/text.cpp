#include "detector/replay/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "detector/model/names.h"

namespace fencepost::detector {
namespace {

constexpr unsigned kByteBits = 8;
constexpr std::uint64_t kExact = std::uint64_t{1} << 53;  ///< Integers below are exact in JavaScript.

template <class Number>
void append_number(std::string& text, Number number) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), end);
}

template <class Float>
void append_float(std::string& text, Float value) {
  if (std::isfinite(value)) return append_number(text, value);
  text += std::isnan(value) ? "\"nan\"" : value < 0 ? "\"-inf\"" : "\"inf\"";
}

void append_signed(std::string& text, std::uint64_t bits, std::uint32_t bytes) {
  const unsigned unused = 64 - kByteBits * bytes;
  const std::int64_t value = static_cast<std::int64_t>(bits << unused) >> unused;
  const bool exact = value < static_cast<std::int64_t>(kExact) && value > -static_cast<std::int64_t>(kExact);
  if (!exact) text += '"';
  append_number(text, value);
  if (!exact) text += '"';
}

void append_unsigned(std::string& text, std::uint64_t bits) {
  if (bits >= kExact) text += '"';
  append_number(text, bits);
  if (bits >= kExact) text += '"';
}

/// What such numbers are, by which a page shows them: "i", "u", "f", "h" and "b" (the bits of a half or bfloat16), or
/// "?" (not known).
const char* type_name(NumberKind number, std::size_t bytes) {
  switch (number) {
    case NumberKind::kSigned:
      return "i";
    case NumberKind::kUnsigned:
      return "u";
    case NumberKind::kFloat:
      return bytes >= sizeof(float) ? "f" : "h";
    case NumberKind::kBfloat16:
      return "b";
    case NumberKind::kUnknown:
      break;
  }
  return "?";
}

const char* type_name(const ReplayArray& array) { return type_name(array.number, array.element_bytes); }

nlohmann::json members_json(const Variable& variable) {
  auto members = nlohmann::json::array();
  for (const Member& member : variable.members) {
    members.push_back({member.offset, member.name, member.bytes, member.count, type_name(member.number, member.bytes)});
  }
  return members;
}

}  // namespace

std::string replay_string(std::string_view text) {
  std::string json = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) json.replace(at, 1, "\\u003c");
  return json;
}

void append_value(std::string& text, const ReplayArray& array, const ReplayValue& value) {
  if (!value.known) {
    text += "null";
    return;
  }
  switch (*type_name(array)) {
    case 'f':
      if (array.element_bytes == sizeof(float)) {
        append_float(text, std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
      } else {
        append_float(text, std::bit_cast<double>(value.bits));
      }
      break;
    case 'u':
      append_unsigned(text, value.bits);
      break;
    default:
      append_signed(text, value.bits, array.element_bytes);
  }
}

void append_values(std::string& text, const ReplayArray& array, const std::vector<ReplayValue>& values) {
  const auto alike = [&](const ReplayValue& value) {
    return value.known == values.front().known && (!value.known || value.bits == values.front().bits);
  };
  if (std::ranges::all_of(values, alike)) return append_value(text, array, values.front());
  char separator = '[';
  for (const ReplayValue& value : values) {
    text += separator;
    append_value(text, array, value);
    separator = ',';
  }
  text += ']';
}

std::string array_json(const ReplayArray& array) {
  const Variable& variable = array.object.variable;
  std::string text = "{\"name\":" + replay_string(variable.name) + ",\"space\":\"" + std::string(name_of(array.space)) +
                     "\",\"elements\":" + std::to_string(array.elements) +
                     ",\"bytes\":" + std::to_string(array.element_bytes) + ",\"type\":\"" + type_name(array) + '"';
  if (variable.declared.line != 0) {
    text +=
        ",\"file\":" + replay_string(variable.declared.file) + ",\"line\":" + std::to_string(variable.declared.line);
  }
  if (variable.element_bytes > array.element_bytes) {
    text += ",\"struct\":" + std::to_string(variable.element_bytes);
    if (!variable.members.empty()) text += ",\"members\":" + members_json(variable).dump();
  }
  if (variable.dimensions.empty()) text += ",\"scalar\":true";
  if (variable.dimensions.size() > 1) text += ",\"dimensions\":" + nlohmann::json(variable.dimensions).dump();
  text += ",\"first\":[";
  const char* separator = "";
  for (const auto& [chunk, values] : array.first) {
    text += separator;
    text += '[' + std::to_string(chunk * ReplayArray::kChunk) + ',' + std::to_string(values.size()) + ',';
    append_values(text, array, values);
    text += ']';
    separator = ",";
  }
  return text + "]}";
}

}  // namespace fencepost::detector
