#include <utility>

#include "compiler/contract_code/translate.h"

namespace fencepost::compiler::contract {
namespace {

using Kind = ExpressionKind;

bool is_conjunction(const Expression& e) { return e.kind == Kind::kBinary && (e.text == "**" || e.text == "&&"); }

}  // namespace

std::string Translator::fraction(const Expression& e) {
  if (e.kind == Kind::kFractionWord) {
    return ours(e.text == "write" ? "kWrite" : e.text == "read" ? "kRead" : e.text == "atomic" ? "kAtomic" : "kNone");
  }
  // A quotient of integers would be 0: nobody grants that.
  if (e.kind == Kind::kBinary && (e.text == "\\" || e.text == "/")) {
    const bool word = e.operands[0]->kind == Kind::kFractionWord;
    const std::string whole = word ? fraction(*e.operands[0]) : value(*e.operands[0]);
    return call_of("divide", whole + ", " + value(*e.operands[1]));
  }
  if (e.kind == Kind::kConditional) {
    const std::string condition = value(*e.operands[0]);
    const std::string then = fraction(*e.operands[1]);
    return "(" + condition + " ? " + then + " : " + fraction(*e.operands[2]) + ")";
  }
  if (e.kind == Kind::kBinary && (e.text == "+" || e.text == "-" || e.text == "*")) {
    const std::string left = fraction(*e.operands[0]);
    return "(" + left + " " + e.text + " " + fraction(*e.operands[1]) + ")";
  }
  return call_of("fraction", value(e));
}

std::string Translator::grant(const Expression& e) {
  if (e.kind == Kind::kPermission) {
    const Expression& named = *e.operands[0];
    const bool address = named.kind == Kind::kUnary && named.text == "&";
    const Expression& lvalue = address ? *named.operands[0] : named;
    const std::string at =
        !address && lvalue.kind == Kind::kIdentifier ? call_of("location", identifier(lvalue)) : "&" + place(lvalue);
    return "fencepost_e.permission(" + at + ", " + fraction(*e.operands[1]) + ");";
  }
  const std::string of = array(*e.operands[0]);
  const std::string number = value(*e.operands[1]);
  const std::string share = fraction(*e.operands[2]);
  if (e.kind == Kind::kPointer) return "fencepost_e.permission(" + of + ", " + number + ", " + share + ");";
  return "fencepost_e.permission(&(" + of + ")[" + number + "], " + share + ");";
}

std::string Translator::leave_out(const Expression& e) {
  left_out_.push_back({&e, *std::exchange(obstacle_, std::nullopt)});
  return {};
}

// Evaluated for itself: if a ghost variable in it has no value, the rest of the clause still counts.
std::string Translator::part(const std::string& text) const {
  return "fencepost_e.part([&]()" + std::string(kUnchecked) + " { " + text + " });";
}

std::string Translator::requirement(const Expression& e) {
  const std::string text = "fencepost_e.require(" + value(e) + ");";
  const bool conjunction = is_conjunction(e);
  if (!obstacle_ && (!conjunction || !may_have_no_value(e))) return may_have_no_value(e) ? part(text) : text;
  if (conjunction) {
    obstacle_.reset();
    const std::string left = statements(*e.operands[0]);
    const std::string right = statements(*e.operands[1]);
    // What follows `i < n &&` may have no value where that is false.
    return left.empty() || right.empty() ? left + right : left + " if (fencepost_e.holds()) { " + right + " }";
  }
  if (e.kind != Kind::kBinary || e.text != "==>") return leave_out(e);
  obstacle_.reset();
  return implication(e);
}

std::string Translator::implication(const Expression& e) {
  const std::string condition = value(*e.operands[0]);
  if (obstacle_) return leave_out(e);
  const std::string then = statements(*e.operands[1]);
  if (then.empty()) return {};
  const std::string text = "if (" + condition + ") { " + then + " }";
  return may_have_no_value(*e.operands[0]) ? part(text) : text;
}

std::string Translator::alternatives(const Expression& e) {
  const std::string condition = value(*e.operands[0]);
  if (obstacle_) return leave_out(e);
  const std::string then = statements(*e.operands[1]);
  const std::string otherwise = statements(*e.operands[2]);
  if (then.empty() && otherwise.empty()) return {};
  const std::string text = "if (" + condition + ") { " + then + " } else { " + otherwise + " }";
  return may_have_no_value(*e.operands[0]) ? part(text) : text;
}

std::string Translator::statements(const Expression& e) {
  if (!has_permission(e)) return requirement(e);
  std::string text;
  switch (e.kind) {
    case Kind::kPermission:
    case Kind::kPointerIndex:
    case Kind::kPointer:
      text = grant(e);
      break;
    case Kind::kForall:
    case Kind::kForallStar:
      text = grants(e);
      break;
    case Kind::kConditional:
      return alternatives(e);
    case Kind::kBinary:
      if (is_conjunction(e)) {
        text = statements(*e.operands[0]);
        const std::string right = statements(*e.operands[1]);
        return text + (text.empty() || right.empty() ? "" : " ") + right;
      }
      if (e.text == "==>") return implication(e);
      [[fallthrough]];
    default:
      value(e);  // Says what is wrong.
      break;
  }
  return obstacle_ ? leave_out(e) : text;
}

}  // namespace fencepost::compiler::contract
