#include "cli/kernel/arithmetic.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <sstream>

namespace fencepost::cli {
namespace {

class Arithmetic {
 public:
  Arithmetic(std::string_view text, const std::string& what, const Lookup& lookup)
      : text_(text), what_(what), lookup_(lookup) {}

  std::int64_t all() {
    const std::int64_t value = shift();
    blanks();
    if (at_ != text_.size()) fail("does not go on with '" + std::string(text_.substr(at_)) + "'");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw ArgumentError(what_ + ": '" + std::string(text_) + "' " + problem +
                        "; give whole numbers, names of arguments, + - * / %, min and max");
  }

  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(std::string_view mark) {
    blanks();
    if (!text_.substr(at_).starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }
  void need(std::string_view mark) {
    if (!take(mark)) fail("lacks '" + std::string(mark) + "'");
  }

  std::int64_t checked(bool overflows, std::int64_t value) const {
    if (overflows) throw ArgumentError(what_ + ": '" + std::string(text_) + "' is beyond 64 bits; give less");
    return value;
  }

  std::int64_t shift() {
    std::int64_t value = sum();
    while (true) {
      const bool left = take("<<");
      if (!left && !take(">>")) return value;
      const std::int64_t by = sum();
      if (by < 0 || by > 62) fail("shifts by " + std::to_string(by));
      if (!left) {
        value >>= by;
      } else {
        std::int64_t result = 0;
        const bool overflows = __builtin_mul_overflow(value, std::int64_t{1} << by, &result);
        value = checked(overflows, result);
      }
    }
  }

  std::int64_t sum() {
    std::int64_t value = product();
    while (true) {
      const bool plus = take("+");
      if (!plus && !take("-")) return value;
      const std::int64_t right = product();
      std::int64_t result = 0;
      const bool overflows = plus ? __builtin_add_overflow(value, right, &result)  //
                                  : __builtin_sub_overflow(value, right, &result);
      value = checked(overflows, result);
    }
  }

  std::int64_t product() {
    std::int64_t value = factor();
    while (true) {
      std::int64_t result = 0;
      if (take("*")) {
        const bool overflows = __builtin_mul_overflow(value, factor(), &result);
        value = checked(overflows, result);
        continue;
      }
      const bool divides = take("/");
      if (!divides && !take("%")) return value;
      const std::int64_t right = factor();
      if (right == 0) throw ArgumentError(what_ + ": '" + std::string(text_) + "' divides by zero");
      const bool overflows = value == std::numeric_limits<std::int64_t>::min() && right == -1;
      if (overflows) checked(true, 0);
      value = divides ? value / right : value % right;
    }
  }

  std::int64_t factor() {
    constexpr int kDeepest = 100;
    if (++depth_ > kDeepest) fail("is nested too deeply");
    std::int64_t value = 0;
    blanks();
    if (take("-")) {
      const bool overflows = __builtin_sub_overflow(std::int64_t{0}, factor(), &value);
      checked(overflows, 0);
    } else if (take("+")) {
      value = factor();
    } else if (take("(")) {
      value = shift();
      need(")");
    } else if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      value = number();
    } else {
      value = named();
    }
    --depth_;
    return value;
  }

  std::int64_t number() {
    std::string_view rest = text_.substr(at_);
    const bool hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    if (hexadecimal) rest.remove_prefix(2);
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range) checked(true, 0);
    if (error != std::errc()) fail("has no digits behind 0x");
    at_ = static_cast<std::size_t>(stop - text_.data());
    if (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.')) {
      fail("is no whole number");
    }
    return value;
  }

  std::string word() {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const std::size_t first = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > first && text_[at_] == '.'))) ++at_;
    return std::string(text_.substr(first, at_ - first));
  }

  std::int64_t named() {
    const std::string name = word();
    if (name.empty()) {
      fail(at_ == text_.size() ? "lacks a number at its end" : "has '" + std::string(1, text_[at_]) + "'");
    }
    if (!take("(")) return lookup_(name);
    if (name == "len") {
      blanks();
      const std::string array = word();
      need(")");
      return lookup_("len(" + array + ")");
    }
    if (name != "min" && name != "max") fail("calls '" + name + "', which is not known");
    std::int64_t value = shift();
    while (take(",")) value = name == "min" ? std::min(value, shift()) : std::max(value, shift());
    need(")");
    return value;
  }

  std::string_view text_;
  const std::string& what_;
  const Lookup& lookup_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view text, const std::string& what, const Lookup& lookup) {
  return Arithmetic(text, what, lookup).all();
}

std::vector<std::string> divided_sizes(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  // 16x16, as many write it.
  if (parts.size() == 1 && text.find_first_not_of("0123456789x") == std::string::npos && !text.starts_with("0x")) {
    std::ranges::replace(parts.front(), 'x', ' ');
    std::istringstream words(parts.front());
    parts.clear();
    for (std::string word; words >> word;) parts.push_back(word);
  }
  return parts;
}

}  // namespace fencepost::cli
