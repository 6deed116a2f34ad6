#include "compiler/contract_code/translate.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fencepost::compiler::contract {
namespace {

using Kind = ExpressionKind;

bool has_word(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || name[at - 1] == ' ') && (end == name.size() || name[end] == ' ')) return true;
  }
  return false;
}

// OpenCL's functions, which VerCors has in CUDA files, too.
std::string opencl_function(std::string_view name, std::string_view dimension) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kVariables = {{
      {"get_local_size", "blockDim"},
      {"get_num_groups", "gridDim"},
      {"get_local_id", "threadIdx"},
      {"get_group_id", "blockIdx"},
  }};
  if (dimension != "0" && dimension != "1" && dimension != "2") return {};
  const std::string member = std::string(".") + static_cast<char>('x' + (dimension[0] - '0'));
  const auto variable = [&](std::string_view of) { return call_of("value", "::" + std::string(of) + member); };
  for (const auto& [function, of] : kVariables) {
    if (name == function) return variable(of);
  }
  if (name == "get_global_size") return call_of("times", variable("blockDim") + ", " + variable("gridDim"));
  if (name == "get_global_id") {
    return call_of("plus",
                   call_of("times", variable("blockDim") + ", " + variable("blockIdx")) + ", " + variable("threadIdx"));
  }
  return {};
}

std::string_view arithmetic_function(std::string_view op) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kFunctions = {{
      {"+", "plus"},
      {"-", "minus"},
      {"*", "times"},
      {"/", "quotient"},
      {"%", "remainder"},
      {"<<", "left_shift"},
      {">>", "right_shift"},
  }};
  for (const auto& [text, function] : kFunctions) {
    if (op == text) return function;
  }
  return {};
}

void collect_variables(const Expression& e, const std::vector<LeftOut>& left_out, std::vector<std::string>& bound,
                       std::vector<std::string>& found) {
  if (std::ranges::any_of(left_out, [&](const LeftOut& one) { return one.part == &e; })) return;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(found, name) == found.end()) found.push_back(name);
  };
  const auto is_bound = [&](const std::string& name) { return std::ranges::find(bound, name) != bound.end(); };
  if (e.kind == Kind::kIdentifier) {
    if (!is_bound(e.text) && e.text.find("::") == std::string::npos) add(e.text);
    return;
  }
  if (e.kind == Kind::kMember && e.operands[0]->kind == Kind::kIdentifier && !is_bound(e.operands[0]->text)) {
    add(e.operands[0]->text + "." + e.text);
    return;
  }
  const std::size_t outer = bound.size();
  for (const Binder& binder : e.binders) bound.push_back(binder.name);
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const bool callee = e.kind == Kind::kCall && i == 0 && e.operands[0]->kind == Kind::kIdentifier;
    if (e.operands[i] && !callee) collect_variables(*e.operands[i], left_out, bound, found);
  }
  bound.resize(outer);
}

}  // namespace

std::string old_name(std::string_view name) { return "fencepost_old_" + std::string(name); }

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + "\"";
}

std::string marker(std::string_view file, std::uint32_t line) {
  return "\n# " + std::to_string(line) + " " + string_literal(file) + " 3\n";
}

std::string value_type(const Type& type) {
  if (type.name == "seq" && type.arguments.size() == 1 && type.pointers == 0) {
    const std::string element = value_type(type.arguments[0]);
    return element.empty() ? "" : ours("Sequence") + "<" + element + ">";
  }
  if (!type.arguments.empty()) return {};
  if (type.pointers != 0) return "const " + type.name + " " + std::string(type.pointers, '*');
  if (type.name == "bool" || type.name == "boolean" || type.name == "resource") return "bool";
  if (type.name == "float" || type.name == "double") return type.name;
  static constexpr std::array<std::string_view, 9> kIntegers = {"int",    "long", "short",  "char",   "unsigned",
                                                                "signed", "nat",  "size_t", "integer"};
  const bool integer = std::ranges::any_of(kIntegers, [&](auto word) { return has_word(type.name, word); });
  const bool sized = type.name.ends_with("_t") && type.name.find("int") != std::string::npos;  // uint32_t
  return integer || sized ? "int64_t" : "";
}

bool has_permission(const Expression& expression) {
  bool found = false;
  for_each(expression, [&](const Expression& e) {
    found = found || e.kind == Kind::kPermission || e.kind == Kind::kPointerIndex || e.kind == Kind::kPointer;
  });
  return found;
}

bool names_permission(std::string_view source) {
  static constexpr std::array<std::string_view, 8> kWords = {"Perm",     "\\pointer", "\\array", "\\matrix",
                                                             "PointsTo", "Value",     "AddsTo",  "\\values"};
  return std::ranges::any_of(kWords, [&](std::string_view word) {
    for (std::size_t at = source.find(word); at != std::string_view::npos; at = source.find(word, at + 1)) {
      if (!source.substr(at).starts_with("\\pointer_length")) return true;
    }
    return false;
  });
}

void collect_identifiers(const Expression& expression, std::set<std::string>& names) {
  for_each(expression, [&](const Expression& e) {
    if (e.kind == Kind::kIdentifier) names.insert(e.text);
  });
}

std::vector<std::string> free_variables(const Expression& expression, const std::vector<LeftOut>& left_out) {
  std::vector<std::string> bound;
  std::vector<std::string> found;
  collect_variables(expression, left_out, bound, found);
  return found;
}

std::string Translator::fail(const Expression& e, std::string reason) {
  if (!obstacle_) obstacle_ = Obstacle{e.begin, std::move(reason)};
  return {};
}

std::string Translator::at_line(const Expression& e, std::string text) const {
  if (e.begin.line == line_) return text;
  return marker(file_, e.begin.line) + text + marker(file_, line_);
}

// Empty if the compiler is to look for it.
std::string Translator::obstacle_of_name(const std::string& name) const {
  if (std::ranges::find(bound_, name) != bound_.end()) return {};
  if (names_.unknown.contains(name)) return "it names '" + name + "', which is not supported";
  if (names_.nowhere.contains(name)) {
    return "nothing in the program has the name '" + name + "' (macros in annotations are not expanded)";
  }
  return {};
}

std::string Translator::identifier(const Expression& e) {
  if (std::string reason = obstacle_of_name(e.text); !reason.empty()) return fail(e, std::move(reason));
  const bool copy = old_ && names_.copies.contains(e.text);
  return at_line(e, copy ? old_name(e.text) : e.text);
}

// What the expression names lies in memory that needs a permission, rather than in a copy of a local variable.
bool Translator::reads_memory(const Expression& e) const {
  switch (e.kind) {
    case Kind::kIndex:
    case Kind::kArrow:
      return true;
    case Kind::kUnary:
      return e.text == "*";
    case Kind::kMember:
      return reads_memory(*e.operands[0]);
    case Kind::kIdentifier:
      return names_.memory.contains(e.text);
    default:
      return false;
  }
}

// A ghost variable is in it, or a function that may need one or have no body.
bool Translator::may_have_no_value(const Expression& e) const {
  bool found = false;
  for_each(e, [&](const Expression& part) {
    const bool name = part.kind == Kind::kIdentifier;
    found = found || (name && (names_.ghosts.contains(part.text) || names_.pure.contains(part.text)));
  });
  return found;
}

// `xs.head`, `xs.tail`, `f(xs)[0].size`.
bool Translator::is_of_sequence(const Expression& e) const {
  if (e.kind != Kind::kMember || (e.text != "head" && e.text != "tail" && e.text != "size")) return false;
  const Expression* root = e.operands[0].get();
  while (root->kind == Kind::kIndex || root->kind == Kind::kMember) root = root->operands[0].get();
  while (root->kind == Kind::kBinary) root = root->operands[0].get();  // xs + ys
  if (root->kind == Kind::kSequence) return true;
  if (root->kind == Kind::kCall) root = root->operands[0].get();
  return root->kind == Kind::kIdentifier && (names_.sequences.contains(root->text) || names_.pure.contains(root->text));
}

std::string Translator::value(const Expression& e) {
  switch (e.kind) {
    case Kind::kNumber:
      return call_of("value", at_line(e, e.text));
    case Kind::kTrue:
      return "true";
    case Kind::kFalse:
      return "false";
    case Kind::kNull:
      return "nullptr";
    case Kind::kIdentifier:
      if (reads_memory(e)) return call_of("value", call_of("at", "&" + identifier(e) + ", 0"));
      return call_of("value", identifier(e));
    case Kind::kThreadNumber:
      if (e.text == "ltid") return call_of("value", call_of("local_id", ""));
      if (e.text == "gtid") return call_of("value", call_of("global_id", ""));
      if (e.text == "opencl_gsize") return call_of("value", call_of("block_threads", ""));
      if (e.text == "opencl_gcount") return call_of("value", call_of("grid_blocks", ""));
      return fail(e, "'" + e.text + "' is not supported");
    case Kind::kResult:
      if (!result_) return fail(e, "'\\result' is of the `ensures` of a function");
      return call_of("value", at_line(e, "fencepost_result"));
    case Kind::kUnary:
      return unary(e);
    case Kind::kBinary:
      return binary(e);
    case Kind::kConditional: {
      const std::string condition = value(*e.operands[0]);
      const std::string then = value(*e.operands[1]);
      return "(" + condition + " ? " + then + " : " + value(*e.operands[2]) + ")";
    }
    case Kind::kIndex: {
      const std::string of = array(*e.operands[0]);
      return call_of("value", call_of("at", of + ", " + value(*e.operands[1])));
    }
    case Kind::kMember:
      if (is_of_sequence(e)) return call_of(e.text == "size" ? "cardinality" : e.text, value(*e.operands[0]));
      if (!reads_memory(e)) return call_of("value", "(" + array(*e.operands[0]) + ")." + e.text);
      return call_of("value", call_of("at", "&" + place(e) + ", 0"));
    case Kind::kArrow:
      return call_of("value", call_of("at", "&" + place(e) + ", 0"));
    case Kind::kCall:
      return call(e);
    case Kind::kCast: {
      const std::string operand = value(*e.operands[0]);
      std::string type = e.type.name + std::string(e.type.pointers, '*');
      if (!e.type.arguments.empty()) type = value_type(e.type);
      if (type.empty()) return fail(e, "a cast to " + e.type.name + "<…>");
      return call_of("value", "((" + type + ")(" + operand + "))");
    }
    case Kind::kCardinality:
      return call_of("cardinality", value(*e.operands[0]));
    case Kind::kLength:
      return call_of("length", array(*e.operands[0]));
    case Kind::kSequence:
      return sequence(e);
    case Kind::kOld: {
      bool reads = false;
      for_each(*e.operands[0],
               [&](const Expression& part) { reads = reads || reads_memory(part) || part.kind == Kind::kCall; });
      const bool outer = std::exchange(old_, true);
      const std::string operand = value(*e.operands[0]);
      old_ = outer;
      if (!reads) return operand;  // Old memory is kept only if it is asked for.
      return call_of("old", "[&]()" + std::string(kUnchecked) + " { return " + operand + "; }");
    }
    case Kind::kForall:
    case Kind::kForallStar:
    case Kind::kExists:
      return quantifier(e);
    case Kind::kPermission:
    case Kind::kPointerIndex:
    case Kind::kPointer:
      return fail(e, "a permission in a condition or under '!' or '||'");
    case Kind::kFractionWord:
      return fail(e, "'" + e.text + "' outside of a permission");
    case Kind::kUnsupported:
      return fail(e, "'" + e.text + "' is not supported");
  }
  return {};
}

std::string Translator::unary(const Expression& e) {
  if (e.text == "&") return "(&" + place(*e.operands[0]) + ")";
  if (e.text == "*") return call_of("value", call_of("at", value(*e.operands[0]) + ", 0"));
  return "(" + e.text + value(*e.operands[0]) + ")";
}

std::string Translator::binary(const Expression& e) {
  if (e.text == "\\") return fail(e, "a fraction outside of a permission");
  const std::string left = value(*e.operands[0]);
  const std::string right = value(*e.operands[1]);
  if (e.text == "==>") return "(!" + left + " || " + right + ")";
  if (e.text == "**") return "(" + left + " && " + right + ")";
  const std::string_view function = arithmetic_function(e.text);
  if (!function.empty()) return call_of(function, left + ", " + right);
  if (e.text == "!=") return "(!(" + left + " == " + right + "))";
  return "(" + left + " " + e.text + " " + right + ")";
}

std::string Translator::arguments(const Expression& e) {
  std::string text;
  for (std::size_t i = 1; i < e.operands.size(); ++i) text += (i == 1 ? "" : ", ") + value(*e.operands[i]);
  return text;
}

std::string Translator::call(const Expression& e) {
  const Expression& callee = *e.operands[0];
  if (callee.kind != Kind::kIdentifier) {
    if (callee.kind != Kind::kMember) return fail(e, "a call of something other than a function");
    const std::string object = array(*callee.operands[0]);
    return call_of("value", object + "." + callee.text + "(" + arguments(e) + ")");
  }
  const std::string& name = callee.text;
  const bool unknown = names_.unknown.contains(name);
  if (const auto pure = names_.pure.find(name); pure != names_.pure.end() && !unknown) {
    return at_line(callee, (pure->second ? "::" : "") + name) + "(" + arguments(e) + ")";
  }
  static constexpr std::array<std::string_view, 4> kOfSequences = {"head", "tail", "take", "drop"};
  if (std::ranges::find(kOfSequences, name) != kOfSequences.end()) return call_of(name, arguments(e));
  if (e.operands.size() == 2 && e.operands[1]->kind == Kind::kNumber) {
    if (std::string text = opencl_function(name, e.operands[1]->text); !text.empty()) return text;
  }
  return call_of("value", identifier(callee) + "(" + arguments(e) + ")");
}

std::string Translator::sequence(const Expression& e) {
  const std::string element = value_type(e.type);
  if (element.empty()) return fail(e, "a sequence of this type");
  const bool scalar = element.find('<') == std::string::npos && element.find('*') == std::string::npos;
  std::string text = ours("Sequence") + "<" + element + ">{";
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const std::string operand = value(*e.operands[i]);
    text += (i == 0 ? "" : ", ") + (scalar ? "static_cast<" + element + ">(" + operand + ")" : operand);
  }
  return text + "}";
}

// An lvalue of the program's.
std::string Translator::place(const Expression& e) {
  switch (e.kind) {
    case Kind::kIdentifier:
      return identifier(e);
    case Kind::kIndex: {
      const std::string of = array(*e.operands[0]);
      return "(" + of + ")[" + value(*e.operands[1]) + "]";
    }
    case Kind::kMember:
      return "(" + place(*e.operands[0]) + ")." + e.text;
    case Kind::kArrow:
      return "(" + value(*e.operands[0]) + ")->" + e.text;
    case Kind::kUnary:
      if (e.text == "*") return "(*" + value(*e.operands[0]) + ")";
      break;
    default:
      break;
  }
  return fail(e, "a permission for something that is no place in memory");
}

// What is indexed, or asked for a member: itself rather than a copy of it.
std::string Translator::array(const Expression& e) {
  if (e.kind == Kind::kIdentifier && !names_.ghosts.contains(e.text)) return identifier(e);
  return value(e);
}

}  // namespace fencepost::compiler::contract
