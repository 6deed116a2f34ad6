// Expressions of annotations become C++ text, for the host compiler to resolve the names in.
//
// The text calls what detector/include/fencepost/contract.h and contract_value.h declare; docs/contracts.md shows what
// becomes of what.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"
#include "compiler/contract_code/bounds.h"

namespace fencepost::compiler::contract {

/// Behind the parameters of each lambda: what a clause reads is no access of the kernel.
inline constexpr std::string_view kUnchecked = " __attribute__((no_sanitize(\"thread\")))";

/// What names stand for, as far as the translation depends on it.
struct Names {
  std::set<std::string, std::less<>> memory;  ///< Variables in shared or global memory: their values need permissions.
  std::map<std::string, bool, std::less<>> pure;  ///< Functions of annotations; those in the global namespace alone?
  std::set<std::string, std::less<>> ghosts;
  std::set<std::string, std::less<>> outer_ghosts;  ///< Those declared outside of the function.
  std::set<std::string, std::less<>> arrays;        ///< Those that are arrays.
  std::set<std::string, std::less<>> sequences;     ///< Variables of type seq: `xs.head` is head(xs).
  std::set<std::string, std::less<>> unknown;       ///< Declared by something that is not supported.
  std::set<std::string, std::less<>> nowhere;  ///< Of what annotations name, what neither they nor the program have.
  std::set<std::string, std::less<>> copies;   ///< Parameters of which `\old` means the copy, old_name().
};

/// Of the copy of parameter `name` as it was at the function's entry.
std::string old_name(std::string_view name);

/// Why something is not checked: "a permission under '!'".
struct Obstacle {
  Place place;
  std::string reason;
};

/// Of `<fencepost/contract.h>`: "::fencepost::contract::Clause", and a call of one.
inline std::string ours(std::string_view name) { return "::fencepost::contract::" + std::string(name); }
inline std::string call_of(std::string_view function, const std::string& arguments) {
  return ours(function) + "(" + arguments + ")";
}

/// `"…"`, with what a C++ string literal needs.
std::string string_literal(std::string_view text);

/// A marker from which on the compiler takes text for line `line` of `file`, without warnings: "\n# 12 \"a.cu\" 3\n".
std::string marker(std::string_view file, std::uint32_t line);

/// The C++ type of a value of an annotation: integers have 64 bits. Empty if there is none (frac, set<…>).
std::string value_type(const Type& type);

inline bool is_sequence(const Type& type) { return type.name == "seq" && type.pointers == 0; }

/// A permission is in it.
bool has_permission(const Expression& expression);

/// Calls `visit` for the expression and all in it, outer ones first.
template <class Visit>
void for_each(const Expression& expression, const Visit& visit) {
  visit(expression);
  for (const ExpressionPtr& operand : expression.operands) {
    if (operand) for_each(*operand, visit);
  }
}

/// The text names a permission, in any of VerCors' ways, supported or not.
bool names_permission(std::string_view source);

/// Adds all identifiers in it to `names`.
void collect_identifiers(const Expression& expression, std::set<std::string>& names);

/// A part of a clause that is not checked.
struct LeftOut {
  const Expression* part = nullptr;
  Obstacle obstacle;
};

/// The variables that are free in it, and `threadIdx.x` and kin, in the order of their first use, each once; not those
/// of the parts left out.
std::vector<std::string> free_variables(const Expression& expression, const std::vector<LeftOut>& left_out);

/// Translates the parts of one clause or statement. What cannot be translated leaves an obstacle (the first one is
/// kept) and an unusable text.
class Translator {
 public:
  /// `file` and `line`: where the text of the clause begins; a part on another line gets a marker of its own. All
  /// arguments must stay.
  /// `result`: `\result` means fencepost_result there.
  Translator(const Names& names, std::string_view file, std::uint32_t line, bool result = false)
      : names_(names), file_(file), line_(line), result_(result) {}

  [[nodiscard]] const std::optional<Obstacle>& obstacle() const { return obstacle_; }

  /// A C++ expression: its value, integers as int64_t.
  std::string value(const Expression& e);

  /// C++ statements that grant the permissions in `e` to the evaluation `fencepost_e` and require the rest. Conjuncts
  /// that cannot be translated are left out, and are no obstacle. Empty if all are.
  std::string statements(const Expression& e);
  [[nodiscard]] const std::vector<LeftOut>& left_out() const { return left_out_; }

 private:
  std::string fail(const Expression& e, std::string reason);
  std::string at_line(const Expression& e, std::string text) const;
  std::string identifier(const Expression& e);
  [[nodiscard]] std::string obstacle_of_name(const std::string& name) const;
  std::string place(const Expression& e);
  std::string array(const Expression& e);
  std::string fraction(const Expression& e);
  std::string unary(const Expression& e);
  std::string binary(const Expression& e);
  std::string call(const Expression& e);
  std::string arguments(const Expression& e);
  std::string sequence(const Expression& e);
  std::string quantifier(const Expression& e);
  std::string loops(const Expression& e, const std::vector<Bounds>& bounds);
  std::string lower_end(const Bounds& bounds);
  std::string upper_end(const Bounds& bounds);
  std::string remaining_range(const Expression& e, const std::vector<Bounds>& bounds);
  std::string grant_of_range(const Expression& e, const Bounds& bounds);
  std::string grant(const Expression& e);
  std::string requirement(const Expression& e);
  std::string implication(const Expression& e);
  std::string alternatives(const Expression& e);
  std::string leave_out(const Expression& e);
  [[nodiscard]] std::string part(const std::string& text) const;
  std::string grants(const Expression& e);  ///< Of a quantifier.
  std::string grants_in_loops(const Expression& e);
  [[nodiscard]] bool reads_memory(const Expression& e) const;
  [[nodiscard]] bool is_of_sequence(const Expression& e) const;
  [[nodiscard]] bool may_have_no_value(const Expression& e) const;

  const Names& names_;
  std::string_view file_;
  std::uint32_t line_;
  bool result_;
  std::optional<Obstacle> obstacle_;
  std::vector<LeftOut> left_out_;
  std::vector<std::string> bound_;  // By the quantifiers around.
  bool old_ = false;                // Inside of `\old`.
};

}  // namespace fencepost::compiler::contract
