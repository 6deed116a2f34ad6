#include "cli/fuzz/inputs/dictionary.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <set>

namespace fencepost::cli {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

namespace {

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  std::set<double> run() {
    constexpr std::size_t kMost = 1000;
    while (at_ < source_.size() && found_.size() < kMost) step();
    return std::move(found_);
  }

 private:
  void step() {
    const std::string_view rest = source_.substr(at_);
    const char c = rest.front();
    if (rest.starts_with("//") || rest.starts_with("#include")) {
      skip_to("\n");
    } else if (rest.starts_with("/*")) {
      skip_to("*/");
    } else if (c == '"') {
      skip_text();
    } else if (c == '\'') {
      character();
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      number();
    } else if (in_word(c)) {
      while (at_ < source_.size() && in_word(source_[at_])) ++at_;
    } else {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) before_ = c;
      ++at_;
      return;
    }
    before_ = ' ';
  }

  void skip_to(std::string_view end) {
    const std::size_t found = source_.find(end, at_);
    at_ = found == std::string_view::npos ? source_.size() : found + end.size();
  }

  void skip_text() {
    for (++at_; at_ < source_.size() && source_[at_] != '"'; ++at_) {
      if (source_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, source_.size());
  }

  void character() {
    if (at_ + 2 < source_.size() && source_[at_ + 1] != '\\' && source_[at_ + 2] == '\'') {
      found_.insert(static_cast<unsigned char>(source_[at_ + 1]));
      at_ += 3;
      return;
    }
    for (++at_; at_ < source_.size() && source_[at_] != '\'' && source_[at_] != '\n'; ++at_) {
      if (source_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, source_.size());
  }

  void number() {
    std::string digits;
    const std::size_t begin = at_;
    const auto goes_on = [&] {
      const char c = source_[at_];
      if (in_word(c) || c == '.') return true;
      if (c == '\'') return at_ + 1 < source_.size() && in_word(source_[at_ + 1]);
      const char last = source_[at_ - 1];
      const bool is_hex = source_.substr(begin).starts_with("0x") || source_.substr(begin).starts_with("0X");
      return (c == '+' || c == '-') && at_ > begin && !is_hex && (last == 'e' || last == 'E');
    };
    for (; at_ < source_.size() && goes_on(); ++at_) {
      if (source_[at_] != '\'') digits += source_[at_];
    }
    const double value = value_of(digits);
    if (!std::isfinite(value)) return;
    found_.insert(value);
    if (before_ == '-') found_.insert(-value);
  }

  static double value_of(const std::string& digits) {
    const bool has_base = digits.size() > 1 && digits[0] == '0' && digits.find('.') == std::string::npos;
    if (!has_base) return std::strtod(digits.c_str(), nullptr);
    const bool binary = digits[1] == 'b' || digits[1] == 'B';
    const char* const text = binary ? digits.c_str() + 2 : digits.c_str();
    return static_cast<double>(std::strtoull(text, nullptr, binary ? 2 : 0));
  }

  std::string_view source_;
  std::size_t at_ = 0;
  char before_ = ' ';  ///< The character before, blanks left out.
  std::set<double> found_;
};

}  // namespace

std::vector<double> number_literals(std::string_view source) {
  const std::set<double> found = Reader(source).run();
  return {found.begin(), found.end()};
}

std::string without_comments(std::string text) {
  const auto blank = [&](std::size_t begin, std::size_t end) {
    end = std::min(end, text.size());
    for (std::size_t i = begin; i < end; ++i) {
      if (text[i] != '\n') text[i] = ' ';
    }
    return end;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.starts_with("//")) {
      at = blank(at, text.find('\n', at));
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      at = blank(at, end == std::string::npos ? end : end + 2);
    } else if (rest.front() == '"') {
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      at = blank(at, end + 1);
    } else {
      ++at;
    }
  }
  return text;
}

}  // namespace fencepost::cli
