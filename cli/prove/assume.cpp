#include "cli/prove/assume.h"

#include <cctype>
#include <map>
#include <stdexcept>
#include <vector>

namespace fencepost::cli::symbolic {
namespace {

using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

/// By precedence, the weakest first.
const std::vector<std::vector<std::string>> kLevels = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};

class Reader {
 public:
  Reader(SymbolicKernel& kernel, const std::string& text) : kernel_(kernel), text_(text) {}

  Assumption read() {
    const int value = binary(0);
    // Beside `||` or `!` it would not be a fact.
    if (text_.find("||") == std::string::npos && !negates_) {
      result_.powers_of_two.insert(found_powers_.begin(), found_powers_.end());
      fix_dimensions(value);
    } else if (!result_.powers_of_two.empty()) {
      fail("is_power_of_two cannot stand beside || or !");
    } else if (!result_.contents.empty()) {
      fail("what is said of an array's contents cannot stand beside || or !");
    }
    result_.condition = condition(value);
    skip();
    if (at_ < text_.size()) fail("'" + text_.substr(at_) + "' is not understood");
    return result_;
  }

 private:
  /// Of a condition that holds: each of its parts does.
  void fix_dimensions(int value) {
    const SymbolicValue& v = at(value);
    if (v.op == SymbolicOp::kAnd && v.bits == 1) {
      for (const int part : v.operands) fix_dimensions(part);
      return;
    }
    if (v.op != SymbolicOp::kEqual) return;
    const int base = base_of(v.operands[0]);
    const SymbolicValue& size = at(v.operands[1]);
    if (base < 0 || at(base).op == SymbolicOp::kParameter || size.op != SymbolicOp::kConstant) return;
    result_.fixed.try_emplace({at(base).op, static_cast<int>(at(base).number)}, size.number);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("--assume '" + text_ + "': " + what);
  }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(const std::string& word) {
    skip();
    if (text_.compare(at_, word.size(), word) != 0) return false;
    const char next = at_ + word.size() < text_.size() ? text_[at_ + word.size()] : ' ';
    // `&` is not the begin of `&&`, nor `<` of `<<` or `<=`.
    if ((word == "&" || word == "|" || word == "<" || word == ">") && next == word[0]) return false;
    at_ += word.size();
    return true;
  }

  int add(SymbolicValue value) {
    kernel_.values.push_back(std::move(value));
    return static_cast<int>(kernel_.values.size()) - 1;
  }

  const SymbolicValue& at(int value) const { return kernel_.values[static_cast<std::size_t>(value)]; }

  int number(std::int64_t value) { return add({.op = SymbolicOp::kConstant, .bits = 64, .number = value}); }

  int condition(int value) {
    if (at(value).bits == 1) return value;
    return add({.op = SymbolicOp::kNotEqual, .bits = 1, .operands = {value, number(0)}});
  }
  int integer(int value) {
    if (at(value).bits != 1) return value;
    return add({.op = SymbolicOp::kZeroExtend, .bits = 64, .operands = {value}});
  }

  int binary(std::size_t level) {
    if (level == kLevels.size()) return unary();
    int left = binary(level + 1);
    while (true) {
      std::string found;
      for (const std::string& word : kLevels[level]) {
        if (found.empty() && take(word)) found = word;
      }
      if (found.empty()) return left;
      const int right = binary(level + 1);
      left = operation(found, left, right);
    }
  }

  int operation(const std::string& word, int a, int b) {
    if (word == "||" || word == "&&") {
      return add({.op = word == "||" ? SymbolicOp::kOr : SymbolicOp::kAnd,
                  .bits = 1,
                  .operands = {condition(a), condition(b)}});
    }
    a = integer(a);
    b = integer(b);
    const auto compare = [&](SymbolicOp op, int x, int y) { return add({.op = op, .bits = 1, .operands = {x, y}}); };
    if (word == "==") {
      tell_power(a, b);
      return compare(SymbolicOp::kEqual, a, b);
    }
    if (word == "!=") return compare(SymbolicOp::kNotEqual, a, b);
    if (word == "<") return compare(SymbolicOp::kSignedLess, a, b);
    if (word == ">") return compare(SymbolicOp::kSignedLess, b, a);
    if (word == "<=") return compare(SymbolicOp::kSignedLessEqual, a, b);
    if (word == ">=") return compare(SymbolicOp::kSignedLessEqual, b, a);
    static const std::vector<std::pair<std::string, SymbolicOp>> kOperations = {
        {"+", SymbolicOp::kAdd},
        {"-", SymbolicOp::kSubtract},
        {"*", SymbolicOp::kMultiply},
        {"/", SymbolicOp::kSignedDivide},
        {"%", SymbolicOp::kSignedRemainder},
        {"&", SymbolicOp::kAnd},
        {"|", SymbolicOp::kOr},
        {"^", SymbolicOp::kXor},
        {"<<", SymbolicOp::kShiftLeft},
        {">>", SymbolicOp::kArithmeticShiftRight}};
    for (const auto& [name, op] : kOperations) {
      if (name != word) continue;
      const bool ring = word == "+" || word == "-" || word == "*";
      return add({.op = op, .bits = 64, .no_signed_wrap = ring, .operands = {a, b}});
    }
    fail("'" + word + "' is not understood");
  }

  /// `x & (x - 1)`; the value x, or -1.
  int cleared_lowest_bit(int value) const {
    if (at(value).op != SymbolicOp::kAnd) return -1;
    const int x = at(value).operands[0];
    const SymbolicValue& less = at(at(value).operands[1]);
    if (less.op != SymbolicOp::kSubtract || less.operands[0] != x) return -1;
    const SymbolicValue& one = at(less.operands[1]);
    return one.op == SymbolicOp::kConstant && one.number == 1 ? x : -1;
  }

  /// `x & (x - 1) == 0` of a dimension, which is not 0: it is a power of two.
  void tell_power(int a, int b) {
    const int x = at(b).op == SymbolicOp::kConstant && at(b).number == 0 ? cleared_lowest_bit(a) : -1;
    const int base = x < 0 ? -1 : base_of(x);
    if (base >= 0 && at(base).op != SymbolicOp::kParameter) found_powers_.insert(base);
  }

  int unary() {
    if (take("!")) {
      negates_ = true;
      return add({.op = SymbolicOp::kXor, .bits = 1, .operands = {condition(unary()), truth()}});
    }
    if (take("-")) {
      return add(
          {.op = SymbolicOp::kSubtract, .bits = 64, .no_signed_wrap = true, .operands = {number(0), integer(unary())}});
    }
    if (take("(")) {
      const int value = binary(0);
      if (!take(")")) fail("a ')' is missing");
      return value;
    }
    skip();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      std::size_t length = 0;
      const std::int64_t value = std::stoll(text_.substr(at_), &length, 0);
      at_ += length;
      while (at_ < text_.size() && (text_[at_] == 'u' || text_[at_] == 'U' || text_[at_] == 'l' || text_[at_] == 'L'))
        ++at_;
      return number(value);
    }
    std::string name;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' ||
                                  (text_[at_] == '.' && !name.empty()))) {
      name += text_[at_++];
    }
    if (name.empty()) fail(at_ < text_.size() ? "'" + text_.substr(at_) + "' is not understood" : "it ends too early");
    if (name == "is_power_of_two") {
      if (!take("(")) fail("is_power_of_two needs a (name)");
      const int value = unary();
      if (!take(")")) fail("a ')' is missing");
      const int base = base_of(value);
      if (base < 0) fail("is_power_of_two is for a parameter, or a dimension");
      result_.powers_of_two.insert(base);
      return truth();
    }
    if (name == "distinct" || name == "exclusive_sum" || name == "inclusive_sum") return contents(name);
    if (name == "true") return truth();
    return variable(name);
  }

  int contents(const std::string& name) {
    AssumedContents of{.kind = name == "distinct"        ? AssumedContents::kDistinct
                               : name == "exclusive_sum" ? AssumedContents::kExclusiveSum
                                                         : AssumedContents::kInclusiveSum};
    if (!take("(")) fail(name + " needs an array in brackets");
    of.array = array(name);
    if (of.kind != AssumedContents::kDistinct) {
      if (!take(",")) fail(name + " needs two arrays: of the sums, and of what is summed");
      of.flags = array(name);
    }
    if (!take(")")) fail("a ')' is missing");
    result_.contents.push_back(of);
    return truth();
  }

  /// That the kernel reads, and never writes.
  int array(const std::string& of) {
    skip();
    std::string name;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      name += text_[at_++];
    const std::vector<bool> is_constant = constant_objects(kernel_, /*may_alias=*/false);
    for (std::size_t i = 0; i < kernel_.objects.size(); ++i) {
      if (kernel_.objects[i].name != name) continue;
      if (!is_constant[i]) fail(of + ": the kernel writes " + name);
      return static_cast<int>(i);
    }
    fail(of + ": the kernel reads no array '" + name + "'");
  }

  int truth() { return add({.op = SymbolicOp::kConstant, .bits = 1, .number = 1}); }

  /// The parameter or dimension that is widened in `value`.
  int base_of(int value) const {
    const SymbolicValue& v = at(value);
    const bool widened = v.op == SymbolicOp::kSignExtend || v.op == SymbolicOp::kZeroExtend;
    const int base = widened ? v.operands[0] : value;
    const SymbolicOp op = at(base).op;
    return op == SymbolicOp::kParameter || op == SymbolicOp::kBlockDim || op == SymbolicOp::kGridDim ? base : -1;
  }

  int widened(int value, bool is_signed) {
    if (at(value).bits == 64) return value;
    const auto found = widened_.find(value);
    if (found != widened_.end()) return found->second;
    const int wide =
        add({.op = is_signed ? SymbolicOp::kSignExtend : SymbolicOp::kZeroExtend, .bits = 64, .operands = {value}});
    widened_[value] = wide;
    return wide;
  }

  int variable(const std::string& name) {
    for (const auto& [text, op] : {std::pair("blockDim.", SymbolicOp::kBlockDim), {"gridDim.", SymbolicOp::kGridDim}}) {
      const std::string begin = text;
      if (!name.starts_with(begin) || name.size() != begin.size() + 1) continue;
      const int dimension = name.back() - 'x';
      if (dimension < 0 || dimension > 2) continue;
      for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
        if (kernel_.values[i].op == op && kernel_.values[i].number == dimension) {
          return widened(static_cast<int>(i), false);
        }
      }
      return widened(add({.op = op, .bits = 32, .number = dimension}), false);
    }
    for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
      const SymbolicValue& value = kernel_.values[i];
      if (value.op == SymbolicOp::kParameter && value.name == name && value.bits != 0) {
        return widened(static_cast<int>(i), true);
      }
    }
    for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
      // One that the kernel never reads, or that is no number.
      const compiler::SymbolicParameter& parameter = kernel_.parameters[i];
      if (parameter.name != name) continue;
      if (parameter.pointer || !parameter.type.starts_with('i')) fail(name + " is no integer");
      const auto bits = static_cast<std::uint32_t>(std::stoul(parameter.type.substr(1)));
      return widened(
          add({.op = SymbolicOp::kParameter, .bits = bits, .number = static_cast<std::int64_t>(i), .name = name}),
          true);
    }
    fail("there is no parameter '" + name + "'");
  }

  SymbolicKernel& kernel_;
  const std::string& text_;
  std::size_t at_ = 0;
  Assumption result_;
  std::map<int, int> widened_;
  std::set<int> found_powers_;
  bool negates_ = false;
};

}  // namespace

Assumption read_assumption(SymbolicKernel& kernel, const std::string& text) { return Reader(kernel, text).read(); }

}  // namespace fencepost::cli::symbolic
