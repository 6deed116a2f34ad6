#include "cli/propose/atomic_updates.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "compiler/source/brackets.h"
#include "compiler/source/tokens.h"

namespace fencepost::cli {
namespace {

/// `operation` and, of its operand and the updated object, what must hold.
struct Operation {
  std::string_view name;
  enum class Types : std::uint8_t { kAny, kFloating, kSame } types;
};

class LineSearch {
 public:
  explicit LineSearch(const std::string& line) : line_(line), tokens_(line) {}

  std::vector<AtomicUpdate> run() {
    std::size_t i = 0;
    while (i < tokens_.size()) {
      if (tokens_.is(i, "for") && tokens_.is(i + 1, "(")) {
        const std::size_t close = compiler::matching_close(tokens_, i + 1);
        if (close == compiler::kNoToken) break;
        i = close + 1;
      } else if (is_step(i)) {
        step(i);
        i += 2;
      } else {
        if (tokens_.is(i, "=")) assignment(i);
        ++i;
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_step(std::size_t i) const { return tokens_.is_run(i, '+', 2) || tokens_.is_run(i, '-', 2); }

  /// Tokens `first` to `end` - 1 as they are written.
  [[nodiscard]] std::string text(std::size_t first, std::size_t end) const {
    if (first >= end) return {};
    const std::size_t begin = tokens_.begin_offset(first);
    return line_.substr(begin, tokens_.end_offset(end - 1) - begin);
  }

  /// Something may end before token `i`, so that a statement begins there.
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    if (i == 0) return true;
    constexpr std::array<std::string_view, 7> kBefore = {";", "{", "}", ")", ":", "else", "do"};
    return std::ranges::find(kBefore, tokens_.spelling(i - 1)) != kBefore.end();
  }

  /// First token of `a.b[i]`, `p->x`, `(*p).x` that ends before token `end`; kNoToken if none does.
  [[nodiscard]] std::size_t chain_begin(std::size_t end) const {
    std::size_t i = end;
    while (i > 0 && tokens_.is(i - 1, "]")) i = open_of(i - 1);
    if (i == 0 || i == compiler::kNoToken) return compiler::kNoToken;
    if (tokens_.is(i - 1, ")")) {
      i = open_of(i - 1);
      const bool is_call = i != compiler::kNoToken && i > 0 && (tokens_.is_identifier(i - 1) || tokens_.is(i - 1, ">"));
      return is_call || i == compiler::kNoToken || tokens_.is(i + 1, ")") ? compiler::kNoToken : i;
    }
    if (!tokens_.is_identifier(i - 1) || is_keyword(i - 1)) return compiler::kNoToken;
    --i;
    while (i > 0 && tokens_.is(i - 1, "::")) i -= i > 1 && tokens_.is_identifier(i - 2) ? 2 : 1;
    if (i > 0 && (tokens_.is(i - 1, ".") || tokens_.is(i - 1, "->"))) return chain_begin(i - 1);
    return i;
  }

  [[nodiscard]] bool is_keyword(std::size_t i) const {
    constexpr std::array<std::string_view, 4> kWords = {"return", "else", "do", "case"};
    return std::ranges::find(kWords, tokens_.spelling(i)) != kWords.end();
  }

  [[nodiscard]] std::size_t open_of(std::size_t close) const { return compiler::matching_open(tokens_, close); }

  /// The same at the begin of a statement, where `*p` may stand, too.
  [[nodiscard]] std::size_t statement_begin(std::size_t end) const {
    std::size_t i = chain_begin(end);
    if (i == compiler::kNoToken) return compiler::kNoToken;
    while (i > 0 && tokens_.is(i - 1, "*")) --i;
    return begins_statement(i) ? i : compiler::kNoToken;
  }

  /// The `;` that ends the statement of token `i`; kNoToken if it is not on this line.
  [[nodiscard]] std::size_t semicolon(std::size_t i) const {
    for (; i < tokens_.size() && !tokens_.is(i, ";"); ++i) {
      const std::string_view word = tokens_.spelling(i);
      if (word == ")" || word == "]" || word == "}") return compiler::kNoToken;
      if (word == "(" || word == "[" || word == "{") i = compiler::matching_close(tokens_, i);
      if (i == compiler::kNoToken) return compiler::kNoToken;
    }
    return i < tokens_.size() ? i : compiler::kNoToken;
  }

  /// No token of these between `first` and `end`, but in brackets.
  [[nodiscard]] bool is_free_of(std::size_t first, std::size_t end, std::string_view words) const {
    for (std::size_t i = first; i < end; ++i) {
      const std::string_view word = tokens_.spelling(i);
      if (word == "(" || word == "[" || word == "{") {
        i = compiler::matching_close(tokens_, i);
        if (i == compiler::kNoToken) return false;
      } else if (words.find(word.size() == 1 ? word[0] : '=') != std::string_view::npos &&
                 tokens_[i].kind == compiler::TokenKind::kPunctuation && word != "::" && word != "->") {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool same(std::size_t first, std::size_t end, std::size_t other) const {
    for (std::size_t i = first; i < end; ++i) {
      if (tokens_.spelling(i) != tokens_.spelling(other + (i - first))) return false;
    }
    return true;
  }

  /// `x++` and its like; token `i` is the first of the two.
  void step(std::size_t i) {
    const char sign = tokens_.spelling(i)[0];
    const std::size_t behind = i + 2;
    if (const std::size_t first = chain_begin(i); first != compiler::kNoToken) {           // x++
      if (first > 0 && tokens_.is(first - 1, "*") && begins_statement(first - 1)) return;  // *p++
      add(sign, first, behind, text(first, i), "1");
      return;
    }
    if (!begins_statement(i)) return;
    const std::size_t end = semicolon(behind);  // ++x;
    std::size_t chain = behind;
    while (tokens_.is(chain, "*")) ++chain;
    if (end != compiler::kNoToken && chain_begin(end) == chain) add(sign, i, end, text(behind, end), "1");
  }

  /// `x op= v;` and `x = …;`; token `i` is the `=`.
  void assignment(std::size_t i) {
    constexpr std::string_view kOperators = "+-|&^";
    const std::size_t end = semicolon(i + 1);
    if (end == compiler::kNoToken || end == i + 1 || i == 0) return;
    const std::string_view before = tokens_.spelling(i - 1);
    if (tokens_[i].glued && before.size() == 1 && kOperators.find(before[0]) != std::string_view::npos) {
      const std::size_t first = statement_begin(i - 1);
      if (first == compiler::kNoToken || !is_free_of(i + 1, end, ",=")) return;
      add(before[0], first, end, text(first, i - 1), text(i + 1, end));
      return;
    }
    const std::size_t first = statement_begin(i);
    if (first == compiler::kNoToken || !is_free_of(i + 1, end, ",")) return;
    const std::string updated = text(first, i);
    const std::size_t length = i - first;
    const std::size_t right = i + 1;
    if (end > right + length + 1 && same(first, i, right)) {  // x = x op v
      const std::string_view sign = tokens_.spelling(right + length);
      const std::size_t operand = right + length + 1;
      if (sign.size() != 1 || kOperators.find(sign[0]) == std::string_view::npos) return;
      // Of what binds less, or to the left, the operand would not be a part.
      if (is_free_of(operand, end, sign == "+" ? "=<>?&|^" : "=<>?&|^+-"))
        add(sign[0], first, end, updated, text(operand, end));
    } else if (end > right + length + 1 && same(first, i, end - length) && tokens_.is(end - length - 1, "+")) {
      if (is_free_of(right, end - length - 1, "=<>?&|^"))  // x = v + x
        add('+', first, end, updated, text(right, end - length - 1));
    } else {
      extremum(first, i, end);
    }
  }

  /// `x = max(x, v);`: the object is tokens `first` to `assign` - 1.
  void extremum(std::size_t first, std::size_t assign, std::size_t end) {
    std::size_t name = assign + 1;
    if (tokens_.is(name, "std")) ++name;
    if (tokens_.is(name, "::")) ++name;
    const bool is_max = tokens_.is(name, "max");
    if (!is_max && !tokens_.is(name, "min")) return;
    const std::size_t open = name + 1;
    if (!tokens_.is(open, "(") || compiler::matching_close(tokens_, open) != end - 1) return;
    std::size_t comma = compiler::kNoToken;
    for (std::size_t i = open + 1; i + 1 < end; ++i) {
      const std::string_view word = tokens_.spelling(i);
      if (word == "(" || word == "[" || word == "{") i = compiler::matching_close(tokens_, i);
      if (i == compiler::kNoToken) return;
      if (!tokens_.is(i, ",")) continue;
      if (comma != compiler::kNoToken) return;
      comma = i;
    }
    if (comma == compiler::kNoToken) return;
    const std::size_t length = assign - first;
    const auto is_object = [&](std::size_t from, std::size_t to) {
      return to - from == length && same(first, assign, from);
    };
    std::string operand;
    if (is_object(open + 1, comma)) operand = text(comma + 1, end - 1);
    if (is_object(comma + 1, end - 1)) operand = text(open + 1, comma);
    if (operand.empty()) return;
    add_one({is_max ? "atomicMax" : "atomicMin", Operation::Types::kSame}, first, end, text(first, assign), operand);
  }

  void add(char sign, std::size_t first, std::size_t end, const std::string& updated, const std::string& operand) {
    using Types = Operation::Types;
    switch (sign) {
      case '+':
        return add_one({"atomicAdd", Types::kAny}, first, end, updated, operand);
      case '-':
        add_one({"atomicSub", Types::kAny}, first, end, updated, operand);
        // Of an unsigned operand that is narrower than the object the negative would be another number.
        return add_one({"atomicAdd", Types::kFloating}, first, end, updated,
                       operand == "1" ? "-1" : "-(" + operand + ")");
      case '|':
        return add_one({"atomicOr", Types::kAny}, first, end, updated, operand);
      case '&':
        return add_one({"atomicAnd", Types::kAny}, first, end, updated, operand);
      default:
        return add_one({"atomicXor", Types::kAny}, first, end, updated, operand);
    }
  }

  void add_one(Operation operation, std::size_t first, std::size_t end, const std::string& updated,
               const std::string& operand) {
    const std::string type = "__typeof__(" + updated + ")";
    const std::string floating = "static_cast<" + type + ">(0.5) != 0";
    // An integer takes what is added in floating point only as a whole number, after the sum.
    const std::string integral = "static_cast<__typeof__((" + operand + ") + 0)>(0.5) == 0";
    AtomicUpdate update{.updated = updated};
    update.column = static_cast<std::uint32_t>(tokens_.begin_offset(first) + 1);
    update.length = static_cast<std::uint32_t>(tokens_.end_offset(end - 1) - tokens_.begin_offset(first));
    const bool is_pointee = updated.starts_with('*') && updated.find_first_of(".[-(", 1) == std::string::npos;
    const std::string address = is_pointee ? updated.substr(1) : "&" + updated;
    update.text = std::string(operation.name) + "(" + address + ", " + operand + ")";
    switch (operation.types) {
      case Operation::Types::kAny:
        update.condition = floating + " || " + integral;
        break;
      case Operation::Types::kFloating:
        update.condition = floating;
        break;
      case Operation::Types::kSame:
        update.condition = "__is_same(" + type + ", __typeof__((" + operand + ") + 0))";
        break;
    }
    found_.push_back(std::move(update));
  }

  std::string line_;
  compiler::TokenStream tokens_;
  std::vector<AtomicUpdate> found_;
};

}  // namespace

std::vector<AtomicUpdate> atomic_updates(const std::string& line) { return LineSearch(line).run(); }

}  // namespace fencepost::cli
