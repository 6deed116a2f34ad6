#include "cli/symbolic/value_text.h"

#include <algorithm>

namespace fencepost::cli::symbolic {

using compiler::SymbolicOp;
using compiler::SymbolicValue;

namespace {

constexpr const char* kUntold = "…";
constexpr unsigned kLargestShift = 62;

std::string decimal(Wide number) { return std::to_string(static_cast<long long>(number)); }

Sum plus(Sum a, const Sum& b, Wide times) {
  for (const auto& [product, count] : b) {
    Wide& sum = a[product];
    sum += count * times;
    if (sum == 0) a.erase(product);
  }
  return a;
}

Sum times(const Sum& a, const Sum& b) {
  Sum result;
  for (const auto& [x, m] : a) {
    for (const auto& [y, n] : b) {
      std::vector<std::string> product = x;
      product.insert(product.end(), y.begin(), y.end());
      std::ranges::sort(product);
      result = plus(std::move(result), {{product, m * n}}, 1);
    }
  }
  return result;
}

bool is_conversion(SymbolicOp op) {
  return op == SymbolicOp::kTruncate || op == SymbolicOp::kZeroExtend || op == SymbolicOp::kSignExtend;
}

const char* sign_of(SymbolicOp op) {
  switch (op) {
    case SymbolicOp::kUnsignedDivide:
    case SymbolicOp::kSignedDivide:
      return " / ";
    case SymbolicOp::kUnsignedRemainder:
    case SymbolicOp::kSignedRemainder:
      return " % ";
    case SymbolicOp::kLogicalShiftRight:
    case SymbolicOp::kArithmeticShiftRight:
      return " >> ";
    case SymbolicOp::kAnd:
      return " & ";
    case SymbolicOp::kOr:
      return " | ";
    case SymbolicOp::kXor:
      return " ^ ";
    default:
      return nullptr;
  }
}

}  // namespace

ValueText::ValueText(const compiler::SymbolicKernel& kernel, std::set<int> primed)
    : kernel_(kernel), primed_(std::move(primed)) {
  one_dimension_ = std::ranges::none_of(kernel.values, [](const SymbolicValue& value) {
    return (value.op == SymbolicOp::kThreadIdx || value.op == SymbolicOp::kBlockDim) && value.number != 0;
  });
}

std::string ValueText::name_of(int value) const {
  const SymbolicValue& v = at(value);
  const std::string dimension(1, "xyz"[std::clamp<std::int64_t>(v.number, 0, 2)]);
  switch (v.op) {
    case SymbolicOp::kThreadIdx:
      return one_dimension_ ? "t" : "t" + dimension;
    case SymbolicOp::kBlockIdx:
      return "blockIdx." + dimension;
    case SymbolicOp::kBlockDim:
      return "blockDim." + dimension;
    case SymbolicOp::kGridDim:
      return "gridDim." + dimension;
    case SymbolicOp::kParameter:
    case SymbolicOp::kPhi:
      return v.name.empty() ? kUntold : v.name + (primed_.contains(value) ? "'" : "");
    default:
      return kUntold;
  }
}

std::string ValueText::factor(int value) const {
  const std::string text = text_of(value);
  return text.find(' ') == std::string::npos || text.starts_with('(') ? text : "(" + text + ")";
}

Sum ValueText::sum_of(int value) const {
  const SymbolicValue& v = at(value);
  switch (v.op) {
    case SymbolicOp::kConstant:
      return v.number == 0 ? Sum() : Sum{{{}, v.number}};
    case SymbolicOp::kAdd:
      return plus(sum_of(v.operands[0]), sum_of(v.operands[1]), 1);
    case SymbolicOp::kSubtract:
      return plus(sum_of(v.operands[0]), sum_of(v.operands[1]), -1);
    case SymbolicOp::kMultiply:
      return times(sum_of(v.operands[0]), sum_of(v.operands[1]));
    case SymbolicOp::kShiftLeft: {
      const SymbolicValue& by = at(v.operands[1]);
      if (by.op == SymbolicOp::kConstant && by.number >= 0 && by.number <= kLargestShift) {
        return times(sum_of(v.operands[0]), {{{}, power_of_two(static_cast<unsigned>(by.number))}});
      }
      return times(sum_of(v.operands[0]), {{{"2^" + factor(v.operands[1])}, 1}});
    }
    case SymbolicOp::kSelect:
      return {{{"(" + condition(v.operands[0], true) + " ? " + text_of(v.operands[1]) + " : " + text_of(v.operands[2]) +
                ")"},
               1}};
    default:
      break;
  }
  if (is_conversion(v.op)) {
    if (at(v.operands[0]).bits == 1) return {{{"(" + condition(v.operands[0], true) + ")"}, 1}};
    return sum_of(v.operands[0]);
  }
  const char* const sign = sign_of(v.op);
  if (sign == nullptr) return {{{name_of(value)}, 1}};
  std::string right = factor(v.operands[1]), written = sign;
  const SymbolicValue& by = at(v.operands[1]);
  if (written == " >> " && by.op == SymbolicOp::kConstant && by.number >= 0 && by.number <= kLargestShift) {
    right = decimal(power_of_two(static_cast<unsigned>(by.number)));
    written = " / ";
  }
  return {{{"(" + factor(v.operands[0]) + written + right + ")"}, 1}};
}

std::string ValueText::text_of(int value) const { return text_of(sum_of(value)); }

std::string ValueText::text_of(const Sum& sum) {
  if (sum.empty()) return "0";
  std::vector<std::pair<std::vector<std::string>, Wide>> products(sum.begin(), sum.end());
  std::ranges::stable_sort(products, [](const auto& a, const auto& b) {
    // What is added first, so that no text begins with a minus if it need not.
    if (a.first.size() != b.first.size()) return a.first.size() > b.first.size();
    return a.second > 0 && b.second < 0;
  });
  std::string text;
  for (const auto& [product, count] : products) {
    const Wide times = magnitude(count);
    text += text.empty() ? (count < 0 ? "-" : "") : (count < 0 ? " - " : " + ");
    if (times != 1 || product.empty()) text += decimal(times);
    for (std::size_t i = 0; i < product.size(); ++i) text += (i > 0 || times != 1 ? "·" : "") + product[i];
  }
  // The parentheses of a lone quotient.
  const bool is_alone = sum.size() == 1 && sum.begin()->first.size() == 1 && sum.begin()->second == 1;
  return is_alone && text.starts_with('(') ? text.substr(1, text.size() - 2) : text;
}

std::string ValueText::comparison(const SymbolicValue& v, bool holds) const {
  const char *sign = "", *turned = "";  // Numbers are written behind what they are compared with.
  switch (v.op) {
    case SymbolicOp::kEqual:
      sign = turned = holds ? " == " : " != ";
      break;
    case SymbolicOp::kNotEqual:
      sign = turned = holds ? " != " : " == ";
      break;
    case SymbolicOp::kUnsignedLess:
    case SymbolicOp::kSignedLess:
      sign = holds ? " < " : " >= ";
      turned = holds ? " > " : " <= ";
      break;
    default:
      sign = holds ? " <= " : " > ";
      turned = holds ? " >= " : " < ";
      break;
  }
  const bool turns = at(v.operands[0]).op == SymbolicOp::kConstant;
  return text_of(v.operands[turns ? 1 : 0]) + (turns ? turned : sign) + text_of(v.operands[turns ? 0 : 1]);
}

std::string ValueText::condition(int value, bool holds) const {
  const SymbolicValue& v = at(value);
  switch (v.op) {
    case SymbolicOp::kEqual:
    case SymbolicOp::kNotEqual:
    case SymbolicOp::kUnsignedLess:
    case SymbolicOp::kUnsignedLessEqual:
    case SymbolicOp::kSignedLess:
    case SymbolicOp::kSignedLessEqual:
      return comparison(v, holds);
    case SymbolicOp::kAnd:
    case SymbolicOp::kOr: {
      const bool all = (v.op == SymbolicOp::kAnd) == holds;
      const std::string a = condition(v.operands[0], holds), b = condition(v.operands[1], holds);
      return all ? a + " && " + b : "(" + a + " || " + b + ")";
    }
    case SymbolicOp::kXor:
      if (at(v.operands[1]).op == SymbolicOp::kConstant) {
        return condition(v.operands[0], (at(v.operands[1]).number == 0) == holds);
      }
      break;
    case SymbolicOp::kSelect:  // a && b, a || b
      if (at(v.operands[2]).op == SymbolicOp::kConstant && at(v.operands[2]).number == 0) {
        const std::string a = condition(v.operands[0], holds), b = condition(v.operands[1], holds);
        return holds ? a + " && " + b : "(" + a + " || " + b + ")";
      }
      if (at(v.operands[1]).op == SymbolicOp::kConstant && at(v.operands[1]).number != 0) {
        const std::string a = condition(v.operands[0], holds), b = condition(v.operands[2], holds);
        return holds ? "(" + a + " || " + b + ")" : a + " && " + b;
      }
      break;
    default:
      break;
  }
  return (holds ? "" : "!") + std::string(kUntold);
}

}  // namespace fencepost::cli::symbolic
