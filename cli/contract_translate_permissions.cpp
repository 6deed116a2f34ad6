#include "cli/contract_translate.h"

namespace fencepost::cli::contract {
namespace {

using Kind = ExpressionKind;

std::string ours(const std::string& name) { return "::fencepost::contract::" + name; }
std::string call_of(const std::string& function, const std::string& arguments) {
  return ours(function) + "(" + arguments + ")";
}

bool is_conjunction(const Expression& e) { return e.kind == Kind::kBinary && (e.text == "**" || e.text == "&&"); }

}  // namespace

std::string Translator::fraction(const Expression& e) {
  if (e.kind == Kind::kFractionWord) {
    return ours(e.text == "write" ? "kWrite" : e.text == "read" ? "kRead" : "kNone");
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

std::string Translator::statements(const Expression& e) {
  if (!has_permission(e)) return "fencepost_e.require(" + value(e) + ");";
  switch (e.kind) {
    case Kind::kPermission:
    case Kind::kPointerIndex:
    case Kind::kPointer:
      return grant(e);
    case Kind::kForall:
    case Kind::kForallStar:
      return grants(e);
    case Kind::kConditional: {
      const std::string condition = value(*e.operands[0]);
      const std::string then = statements(*e.operands[1]);
      return "if (" + condition + ") { " + then + " } else { " + statements(*e.operands[2]) + " }";
    }
    case Kind::kBinary:
      if (is_conjunction(e)) {
        const std::string left = statements(*e.operands[0]);
        return left + " " + statements(*e.operands[1]);
      }
      if (e.text == "==>") {
        const std::string condition = value(*e.operands[0]);
        return "if (" + condition + ") { " + statements(*e.operands[1]) + " }";
      }
      break;
    default:
      break;
  }
  return value(e);  // Says what is wrong.
}

}  // namespace fencepost::cli::contract
