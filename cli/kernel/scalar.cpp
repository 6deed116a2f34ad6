#include "cli/kernel/scalar.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace fencepost::cli {
namespace {

using compiler::ListedType;

/// Blanks and what does not tell types apart left out: `const struct P` is `P`, `unsigned   int` is `unsigned int`.
std::string plain_name(const std::string& name) {
  std::string result;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word != "const" && word != "struct" && word != "volatile" && word != "enum") {
      const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
      if (!result.empty() && is_letter(result.back()) && is_letter(word.front())) result += ' ';
      result += word;
    }
    word.clear();
  };
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      end_word();
      if (std::isspace(static_cast<unsigned char>(c)) == 0) result += c;
    }
  }
  end_word();
  return result;
}

std::optional<double> real_number(const std::string& text) {
  std::string digits = text;
  if (digits.starts_with('+')) digits.erase(0, 1);
  if (digits.size() > 1 && (digits.back() == 'f' || digits.back() == 'F') &&
      std::isdigit(static_cast<unsigned char>(digits.front())) != 0 && digits.find('x') == std::string::npos) {
    digits.pop_back();
    if (digits.ends_with('.')) digits.pop_back();
  }
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || stop != digits.data() + digits.size()) {
    // "1." is C++'s.
    if (digits.size() > 1 && digits.ends_with('.') && stop == digits.data() + digits.size() - 1) return value;
    return std::nullopt;
  }
  return value;
}

std::string literal(double value, bool single) {
  if (std::isnan(value)) return single ? "NAN" : "double(NAN)";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + (single ? "INFINITY" : "double(INFINITY)");
  std::array<char, 64> digits{};
  const auto end = single ? std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<float>(value))
                          : std::to_chars(digits.data(), digits.data() + digits.size(), value);
  std::string text(digits.data(), end.ptr);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return single ? text + "F" : text;
}

double real_value(const std::string& text, const std::string& what, const Lookup& lookup) {
  if (const std::optional<double> value = real_number(text)) return *value;
  return static_cast<double>(evaluate(text, what, lookup));
}

std::string whole_literal(const ListedType& type, std::int64_t value, const std::string& what) {
  const unsigned bits = static_cast<unsigned>(type.bytes) * 8;
  const bool is_signed = type.number == ListedType::kSigned;
  const std::int64_t greatest = bits >= 64  ? std::numeric_limits<std::int64_t>::max()
                                : is_signed ? (std::int64_t{1} << (bits - 1)) - 1
                                            : (std::int64_t{1} << bits) - 1;
  const std::int64_t least = is_signed ? -greatest - 1 : 0;
  if (value < least || value > greatest) {
    throw ArgumentError(what + ": " + std::to_string(value) + " does not fit into " + type.name + ", " +
                        std::to_string(least) + " to " + std::to_string(greatest));
  }
  if (value == std::numeric_limits<std::int64_t>::min()) return "INT64_MIN";
  std::string text = std::to_string(value);
  if (!is_signed && bits >= 32) text += "U";
  return bits == 64 ? text + "LL" : text;
}

bool is_enumerator(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return false;
  return std::ranges::all_of(
      text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; });
}

}  // namespace

std::optional<BuiltinType> builtin_type(std::string name) {
  static const std::map<std::string, BuiltinType> types = {
      {"bool", {ListedType::kBool, 1}},
      {"char", {ListedType::kSigned, 1}},
      {"signed char", {ListedType::kSigned, 1}},
      {"unsigned char", {ListedType::kUnsigned, 1}},
      {"uchar", {ListedType::kUnsigned, 1}},
      {"short", {ListedType::kSigned, 2}},
      {"short int", {ListedType::kSigned, 2}},
      {"unsigned short", {ListedType::kUnsigned, 2}},
      {"ushort", {ListedType::kUnsigned, 2}},
      {"int", {ListedType::kSigned, 4}},
      {"unsigned", {ListedType::kUnsigned, 4}},
      {"unsigned int", {ListedType::kUnsigned, 4}},
      {"uint", {ListedType::kUnsigned, 4}},
      {"long", {ListedType::kSigned, 8}},
      {"long int", {ListedType::kSigned, 8}},
      {"long long", {ListedType::kSigned, 8}},
      {"long long int", {ListedType::kSigned, 8}},
      {"unsigned long", {ListedType::kUnsigned, 8}},
      {"unsigned long long", {ListedType::kUnsigned, 8}},
      {"unsigned long long int", {ListedType::kUnsigned, 8}},
      {"ulong", {ListedType::kUnsigned, 8}},
      {"size_t", {ListedType::kUnsigned, 8}},
      {"ptrdiff_t", {ListedType::kSigned, 8}},
      {"int8_t", {ListedType::kSigned, 1}},
      {"uint8_t", {ListedType::kUnsigned, 1}},
      {"int16_t", {ListedType::kSigned, 2}},
      {"uint16_t", {ListedType::kUnsigned, 2}},
      {"int32_t", {ListedType::kSigned, 4}},
      {"uint32_t", {ListedType::kUnsigned, 4}},
      {"int64_t", {ListedType::kSigned, 8}},
      {"uint64_t", {ListedType::kUnsigned, 8}},
      {"float", {ListedType::kFloat, 4}},
      {"double", {ListedType::kFloat, 8}},
      {"half", {ListedType::kHalf, 2}},
      {"__half", {ListedType::kHalf, 2}},
      {"__nv_bfloat16", {ListedType::kBfloat, 2}},
      {"nv_bfloat16", {ListedType::kBfloat, 2}},
  };
  name = plain_name(name);
  if (name.starts_with("std::")) name.erase(0, 5);
  const auto known = types.find(name);
  return known == types.end() ? std::nullopt : std::optional(known->second);
}

bool means_type(const std::string& word, const ListedType& type) {
  const std::string meant = plain_name(word);
  const std::string name = plain_name(type.name);
  if (name == meant || name.ends_with("::" + meant)) return true;
  const std::optional<BuiltinType> builtin = builtin_type(word);
  return builtin && type.kind == ListedType::kNumber && builtin->number == type.number && builtin->bytes == type.bytes;
}

std::string scalar_text(const ListedType& type, const std::string& text, const std::string& what,
                        const Lookup& lookup) {
  if (type.enumeration && is_enumerator(text) && text != "true" && text != "false") return text;
  std::string result;
  switch (type.number) {
    case ListedType::kBool:
      if (text == "true" || text == "false") return text;
      result = evaluate(text, what, lookup) != 0 ? "true" : "false";
      break;
    case ListedType::kSigned:
    case ListedType::kUnsigned: {
      if (const auto real = real_number(text); real && std::floor(*real) != *real) {
        throw ArgumentError(what + ": " + text + " is no whole number, and the kernel takes " + type.name);
      }
      std::uint64_t large = 0;
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), large);
      if (type.number == ListedType::kUnsigned && type.bytes == 8 && error == std::errc() &&
          stop == text.data() + text.size()) {
        result = std::to_string(large) + "ULL";
      } else {
        result = whole_literal(type, evaluate(text, what, lookup), what);
      }
      break;
    }
    case ListedType::kFloat:
    case ListedType::kHalf:
    case ListedType::kBfloat: {
      const double value = real_value(text, what, lookup);
      const bool is_single = type.bytes <= 4;
      if (is_single && std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max()) {
        throw ArgumentError(what + ": " + text + " is beyond what " + type.name + " holds");
      }
      result = literal(value, is_single);
      break;
    }
  }
  const bool converts = type.enumeration || type.number == ListedType::kHalf || type.number == ListedType::kBfloat;
  return converts ? "static_cast<" + type.name + ">(" + result + ")" : result;
}

std::string real_text(const std::string& text, const std::string& what, const Lookup& lookup) {
  return literal(real_value(text == "true" ? "1" : text == "false" ? "0" : text, what, lookup), /*single=*/false);
}

void add_scalars(const compiler::ListedType& type, const std::string& path, std::vector<std::string>& scalars) {
  constexpr std::size_t kMost = 256;
  if (type.kind == compiler::ListedType::kNumber) scalars.push_back(path);
  if (type.kind == compiler::ListedType::kArray && !type.of.empty()) {
    for (std::uint64_t i = 0; i < type.count && scalars.size() < kMost; ++i) {
      add_scalars(type.of.front(), path + "[" + std::to_string(i) + "]", scalars);
    }
  }
  for (const compiler::ListedField& field : type.fields) {
    if (scalars.size() < kMost) add_scalars(field.type, path + "." + field.name, scalars);
  }
}

const compiler::ListedType& innermost_of(const compiler::ListedType& type) {
  const compiler::ListedType* part = &type;
  while (part->kind == compiler::ListedType::kArray && !part->of.empty()) part = &part->of.front();
  return *part;
}

std::string dimensions_of(const compiler::ListedType& type) {
  std::string text;
  const compiler::ListedType* part = &type;
  for (; part->kind == compiler::ListedType::kArray && !part->of.empty(); part = &part->of.front()) {
    text += "[" + std::to_string(part->count) + "]";
  }
  return text;
}

std::uint64_t inner_count_of(const compiler::ListedType& type) {
  std::uint64_t count = 1;
  const compiler::ListedType* part = &type;
  for (; part->kind == compiler::ListedType::kArray && !part->of.empty(); part = &part->of.front())
    count *= part->count;
  return count;
}

void drop_dimensions(std::vector<std::string>& sizes, const compiler::ListedType& type, const std::string& what) {
  if (sizes.size() < 2) return;
  const std::string dimensions = dimensions_of(type);
  if (dimensions.empty()) return;
  std::string told;
  for (std::size_t i = 1; i < sizes.size(); ++i) told += "[" + sizes[i] + "]";
  if (told != dimensions) {
    throw ArgumentError(what + " is an array of " + type.name + "; give [n]" + dimensions + ", or [n] for short");
  }
  sizes.resize(1);
}

std::string pointer_text(const std::string& type, const std::string& name, const std::string& dimensions) {
  return dimensions.empty() ? type + "* " + name : type + " (*" + name + ")" + dimensions;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace fencepost::cli
