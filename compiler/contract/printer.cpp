#include "compiler/contract/printer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "compiler/contract/words.h"

namespace fencepost::compiler::contract {
namespace {

// As in expressions.h; higher binds tighter.
constexpr int kConditionalLevel = 0, kImplicationLevel = 1, kRelationLevel = 8, kUnaryLevel = 12, kPostfixLevel = 13;

int level_of(std::string_view op) {
  static constexpr std::array<std::pair<std::string_view, int>, 20> kLevels = {{
      {"==>", kImplicationLevel},
      {"||", 2},
      {"&&", 3},
      {"**", 3},
      {"|", 4},
      {"^", 5},
      {"&", 6},
      {"==", 7},
      {"!=", 7},
      {"<", kRelationLevel},
      {">", kRelationLevel},
      {"<=", 8},
      {">=", 8},
      {"<<", 9},
      {">>", 9},
      {"+", 10},
      {"-", 10},
      {"*", 11},
      {"/", 11},
      {"%", 11},
  }};
  const auto* found = std::ranges::find(kLevels, op, &std::pair<std::string_view, int>::first);
  return found == kLevels.end() ? 11 : found->second;  // `\`
}

int level_of(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kConditional:
      return kConditionalLevel;
    case ExpressionKind::kBinary:
      return level_of(e.text);
    case ExpressionKind::kUnary:
    case ExpressionKind::kCast:
      return kUnaryLevel;
    case ExpressionKind::kUnsupported:
      return kConditionalLevel;
    default:
      return kPostfixLevel + 1;
  }
}

// A name, in back quotes if it means something else without them.
std::string quoted(const std::string& name) {
  static constexpr std::array<std::string_view, 18> kWords = {
      "true", "false",      "NULL",       "nullptr",      "write",         "read",
      "none", "empty",      "None",       "Perm",         "given",         "yields",
      "seq",  "opencl_gid", "opencl_lid", "opencl_gsize", "opencl_gcount", "opencl_lsize"};
  const auto plain = [](char c) {
    return c == '_' || c == '$' || c == ':' || std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
  };
  const bool keyword = std::ranges::find(kWords, name) != kWords.end() || begins_item(name);
  return keyword || !std::ranges::all_of(name, plain) ? '`' + name + '`' : name;
}

class Printer {
 public:
  std::string text;

  void print(const Expression& e, int weakest) {
    const bool parentheses = level_of(e) < weakest;
    const bool bars = in_bars_;
    if (parentheses) {
      text += '(';
      in_bars_ = false;
    }
    print(e);
    if (parentheses) {
      text += ')';
      in_bars_ = bars;
    }
  }

 private:
  void print(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::kNumber:
        text += e.text;
        return;
      case ExpressionKind::kIdentifier:
        text += quoted(e.text);
        return;
      case ExpressionKind::kTrue:
        text += "true";
        return;
      case ExpressionKind::kFalse:
        text += "false";
        return;
      case ExpressionKind::kNull:
        text += "NULL";
        return;
      case ExpressionKind::kFractionWord:
        text += e.text;
        return;
      case ExpressionKind::kThreadNumber:
        text += (e.text.starts_with("opencl_") ? "" : "\\") + e.text;
        return;
      case ExpressionKind::kResult:
        text += "\\result";
        return;
      case ExpressionKind::kUnsupported:
        text += e.source;
        return;
      case ExpressionKind::kUnary:
        return unary(e);
      case ExpressionKind::kBinary:
        return binary(e);
      case ExpressionKind::kConditional:
        print(*e.operands[0], kImplicationLevel);
        text += " ? ";
        print(*e.operands[1], kConditionalLevel);
        text += " : ";
        print(*e.operands[2], kConditionalLevel);
        return;
      case ExpressionKind::kIndex:
        print(*e.operands[0], kPostfixLevel);
        return list("[", e, 1, "]");
      case ExpressionKind::kMember:
      case ExpressionKind::kArrow:
        print(*e.operands[0], kPostfixLevel);
        text += (e.kind == ExpressionKind::kMember ? "." : "->") + quoted(e.text);
        return;
      case ExpressionKind::kCall:
        print(*e.operands[0], kPostfixLevel);
        return list("(", e, 1, ")");
      case ExpressionKind::kCast:
        text += '(' + contract::print(e.type) + ')';
        return print(*e.operands[0], kUnaryLevel);
      case ExpressionKind::kCardinality:
        return cardinality(e);
      case ExpressionKind::kSequence:
        text += "seq<" + contract::print(e.type) + "> ";
        return list(e.operands.empty() ? "{" : "{ ", e, 0, e.operands.empty() ? "}" : " }");
      case ExpressionKind::kOld:
        return list("\\old(", e, 0, ")");
      case ExpressionKind::kLength:
        return list("\\" + e.text + "(", e, 0, ")");
      case ExpressionKind::kPermission:
        return list("Perm(", e, 0, ")");
      case ExpressionKind::kPointerIndex:
        return list("\\pointer_index(", e, 0, ")");
      case ExpressionKind::kPointer:
        return list("\\pointer(", e, 0, ")");
      case ExpressionKind::kForall:
        return quantifier("\\forall", e);
      case ExpressionKind::kForallStar:
        return quantifier("\\forall*", e);
      case ExpressionKind::kExists:
        return quantifier("\\exists", e);
    }
  }

  void unary(const Expression& e) {
    // - -x is no --x, and -*x is no wand.
    if (!text.empty() && std::string_view("+-&*").find(text.back()) != std::string_view::npos) text += ' ';
    text += e.text;
    print(*e.operands[0], kUnaryLevel);
  }

  void binary(const Expression& e) {
    const int level = level_of(e.text);
    const bool bit_or_in_bars = in_bars_ && (e.text == "|" || e.text == "||");
    const bool bars = in_bars_;
    if (bit_or_in_bars) {
      text += '(';
      in_bars_ = false;
    }
    const bool right = level == kImplicationLevel;
    // Comparisons do not chain.
    const bool chain = level == kRelationLevel && e.operands[0]->kind == ExpressionKind::kBinary;
    print(*e.operands[0], level + (right || chain ? 1 : 0));
    // 1\2, but write \ n: a word behind `\` could be one of VerCors'.
    const bool tight = e.text == "\\" && e.operands[1]->kind == ExpressionKind::kNumber;
    text += tight ? e.text : ' ' + e.text + ' ';
    print(*e.operands[1], level + (right ? 0 : 1));
    if (bit_or_in_bars) {
      text += ')';
      in_bars_ = bars;
    }
  }

  void cardinality(const Expression& e) {
    const bool inner = in_bars_;
    // | |s| + t | has no other way to be read.
    if (inner) text += '(';
    text += '|';
    in_bars_ = true;
    print(*e.operands[0], kConditionalLevel);
    in_bars_ = inner;
    text += '|';
    if (inner) text += ')';
  }

  void list(std::string_view open, const Expression& e, std::size_t first, std::string_view close) {
    const bool bars = std::exchange(in_bars_, false);
    text += open;
    for (std::size_t i = first; i < e.operands.size(); ++i) {
      if (i > first) text += ", ";
      print(*e.operands[i], kConditionalLevel);
    }
    text += close;
    in_bars_ = bars;
  }

  void quantifier(std::string_view word, const Expression& e) {
    const bool bars = std::exchange(in_bars_, false);
    text += '(';
    text += word;
    std::string_view separator = " ";
    for (const Binder& binder : e.binders) {
      text += separator;
      text += contract::print(binder.type) + ' ' + quoted(binder.name);
      separator = ", ";
    }
    for (const ExpressionPtr& part : e.operands) {
      text += "; ";
      print(*part, kConditionalLevel);
    }
    text += ')';
    in_bars_ = bars;
  }

  bool in_bars_ = false;  // Where `|` would close.
};

std::string_view word_of(ClauseKind kind) {
  switch (kind) {
    case ClauseKind::kRequires:
      return "requires";
    case ClauseKind::kEnsures:
      return "ensures";
    case ClauseKind::kContext:
      return "context";
    case ClauseKind::kContextEverywhere:
      return "context_everywhere";
    case ClauseKind::kLoopInvariant:
      return "loop_invariant";
  }
  return {};
}

}  // namespace

std::string print(const Expression& expression) {
  Printer printer;
  printer.print(expression, kConditionalLevel);
  return std::move(printer.text);
}

std::string print(const Type& type) {
  std::string text = type.name;
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    text += (i == 0 ? "<" : ", ") + print(type.arguments[i]);
  }
  if (!type.arguments.empty()) text += text.back() == '>' ? " >" : ">";
  return text + std::string(type.pointers, '*');
}

std::string print(const Clause& clause) {
  return std::string(word_of(clause.kind)) + ' ' + print(*clause.expression) + ';';
}

std::string print(const PureFunction& function) {
  std::string text;
  for (const Clause& clause : function.clauses) text += print(clause) + '\n';
  text += "pure " + print(function.type) + ' ' + quoted(function.name) + '(';
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    text += (i == 0 ? "" : ", ") + print(parameter.type) + ' ' + quoted(parameter.name);
  }
  return text + ')' + (function.body ? " = " + print(*function.body) : "") + ';';
}

std::string print(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kAssert:
      return "assert " + print(*statement.value) + ';';
    case StatementKind::kAssume:
      return "assume " + print(*statement.value) + ';';
    case StatementKind::kDeclaration:
      return "ghost " + print(statement.type) + ' ' + quoted(statement.name) +
             (statement.length ? '[' + print(*statement.length) + ']' : "") +
             (statement.value ? " = " + print(*statement.value) : "") + ';';
    case StatementKind::kAssignment:
      return "ghost " + print(*statement.target) + " = " + print(*statement.value) + ';';
    case StatementKind::kEvaluation:
      return "ghost " + print(*statement.value) + ';';
    case StatementKind::kGiven:
      return "given " + print(statement.type) + ' ' + quoted(statement.name) + ';';
  }
  return {};
}

std::string print(const Annotation& annotation) {
  std::string text;
  for (const Item& item : annotation.items) {
    std::visit(
        [&]<class T>(const T& of) {
          if constexpr (std::is_same_v<T, Unsupported>) {
            text += of.source + '\n';
          } else {
            text += print(of) + '\n';
          }
        },
        item);
  }
  return text;
}

}  // namespace fencepost::compiler::contract
