#include <algorithm>

#include "compiler/contract_code/translate.h"

namespace fencepost::compiler::contract {
namespace {

using Kind = ExpressionKind;

// All that a conjunct says is that the variable lies within one of its bounds.
bool is_bound(const Expression& conjunct, const std::string& variable, const Bounds& bounds) {
  if (conjunct.kind != Kind::kBinary) return false;
  for (std::size_t side = 0; side < 2; ++side) {
    const Expression& other = *conjunct.operands[1 - side];
    if (other.kind != Kind::kIdentifier || other.text != variable) continue;
    const auto is_side = [&](const Bound& bound) { return bound.value == conjunct.operands[side].get(); };
    if (std::ranges::any_of(bounds.lower, is_side) || std::ranges::any_of(bounds.upper, is_side)) return true;
  }
  return false;
}

}  // namespace

std::string Translator::lower_end(const Bounds& bounds) {
  std::string text;
  for (const Bound& bound : bounds.lower) {
    const std::string end = value(*bound.value);
    text += (text.empty() ? "" : ", ") + (bound.inclusive ? end : call_of("plus", end + ", 1"));
  }
  return call_of("largest", text);
}

std::string Translator::upper_end(const Bounds& bounds) {
  std::string text;
  for (const Bound& bound : bounds.upper) {
    const std::string end = value(*bound.value);
    text += (text.empty() ? "" : ", ") + (bound.inclusive ? call_of("plus", end + ", 1") : end);
  }
  return call_of("smallest", text);
}

// `for (…) for (…) `, one for each variable.
std::string Translator::loops(const Expression& e, const std::vector<Bounds>& bounds) {
  std::string text;
  for (const Binder& binder : e.binders) bound_.push_back(binder.name);
  for (std::size_t i = 0; i < e.binders.size(); ++i) {
    const std::string& name = e.binders[i].name;
    if (!bounds[i].complete()) return fail(e, "a quantifier without bounds for '" + name + "'");
    const std::string begin = lower_end(bounds[i]);
    text += "for (int64_t " + name + " = " + begin + ", fencepost_end_" + name + " = " + upper_end(bounds[i]) + "; " +
            name + " < fencepost_end_" + name + "; ++" + name + ") ";
  }
  return text;
}

// What the loops' bounds leave of the range.
std::string Translator::remaining_range(const Expression& e, const std::vector<Bounds>& bounds) {
  std::string text;
  if (e.operands.size() < 2) return text;
  for (const Expression* conjunct : conjuncts(*e.operands[0])) {
    bool done = false;
    for (std::size_t i = 0; i < e.binders.size(); ++i) done = done || is_bound(*conjunct, e.binders[i].name, bounds[i]);
    if (!done) text += (text.empty() ? "" : " && ") + value(*conjunct);
  }
  return text;
}

std::string Translator::quantifier(const Expression& e) {
  const std::vector<Bounds> bounds = bounds_of(e);
  const std::string head = loops(e, bounds);
  const std::string range = remaining_range(e, bounds);
  const std::string body = value(*e.operands.back());
  bound_.resize(bound_.size() - e.binders.size());
  const bool exists = e.kind == Kind::kExists;
  const std::string condition = (range.empty() ? "" : range + " && ") + (exists ? "" : "!") + body;
  return "[&]()" + std::string(kUnchecked) + " { " + head + "if (" + condition + ") return " +
         (exists ? "true" : "false") + "; return " + (exists ? "false" : "true") + "; }()";
}

// `(\forall* int i; lo <= i && i < hi; Perm(&a[i], p))`: one grant instead of many. Empty if it is not of this form.
std::string Translator::grant_of_range(const Expression& e, const Bounds& bounds) {
  const Expression& body = *e.operands.back();
  const std::string& variable = e.binders[0].name;
  const Expression* array_part = nullptr;
  const Expression* index = nullptr;
  if (body.kind == Kind::kPointerIndex) {
    array_part = body.operands[0].get();
    index = body.operands[1].get();
  } else if (body.kind == Kind::kPermission) {
    const Expression* named = body.operands[0].get();
    if (named->kind == Kind::kUnary && named->text == "&") named = named->operands[0].get();
    if (named->kind == Kind::kIndex) {
      array_part = named->operands[0].get();
      index = named->operands[1].get();
    }
  }
  if (index == nullptr || index->kind != Kind::kIdentifier || index->text != variable) return {};
  if (mentions(*array_part, variable) || mentions(*body.operands.back(), variable)) return {};
  const std::string begin = lower_end(bounds);
  const std::string end = upper_end(bounds);
  const std::string of = array(*array_part);
  const std::string first = "fencepost_begin_" + variable;
  const std::string last = "fencepost_end_" + variable;
  return "{ const int64_t " + first + " = " + begin + ", " + last + " = " + end + "; if (" + first + " < " + last +
         ") fencepost_e.permission(&(" + of + ")[" + first + "], " + last + " - " + first + ", " +
         fraction(*body.operands.back()) + "); }";
}

std::string Translator::grants(const Expression& e) {
  const std::size_t outer = bound_.size();
  std::string text = grants_in_loops(e);
  bound_.resize(outer);
  return text;
}

std::string Translator::grants_in_loops(const Expression& e) {
  const std::vector<Bounds> bounds = bounds_of(e);
  const std::string head = loops(e, bounds);
  if (obstacle_) return {};
  const std::string range = remaining_range(e, bounds);
  if (e.binders.size() == 1 && range.empty() && e.operands.size() == 2) {
    if (std::string text = grant_of_range(e, bounds[0]); !text.empty()) return text;
  }
  if (obstacle_) return {};
  const std::string body = statements(*e.operands.back());
  if (body.empty()) return {};
  return head + (range.empty() ? "{ " : "if (" + range + ") { ") + body + " }";
}

}  // namespace fencepost::compiler::contract
