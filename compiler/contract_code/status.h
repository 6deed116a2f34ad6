// What becomes of each part of an annotation, as far as its text tells: checked, in part, assumed, or neither and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/contract/syntax.h"

namespace fencepost::compiler::contract {

/// kPartly: some conjuncts of a clause are checked, others are not supported.
enum class Status : std::uint8_t { kChecked, kPartly, kAssumed, kUnsupported };
inline constexpr std::size_t kStatuses = 4;

struct Verdict {
  Status status = Status::kChecked;
  std::string reason;  ///< Of the others: "unbounded \forall: nothing bounds 'P'".
  Place place;         ///< Of the reason.
};

/// The pure functions of a program and the ghost variables of a function in it, and why some of them never have a
/// value: a function without a body, or whose body needs what is not supported; a ghost variable that only assumptions
/// define; what something unsupported declares.
///
/// Names are looked up by their text alone: of two pure functions or variables of one name, it is enough that one has
/// a value. Thread safety: const functions may run side by side.
class KnownNames {
 public:
  /// All annotations of the program, and those of one function, whose variables are known; if that is a kernel, its
  /// contract, which may tell what is given. They must outlive the names.
  KnownNames(const std::vector<const Annotation*>& all, const std::vector<const Annotation*>& local,
             const Annotation* contract = nullptr);

  /// Null if there is none.
  [[nodiscard]] const PureFunction* function(std::string_view name) const;
  /// Empty if calls have a value, or `name` is no pure function.
  [[nodiscard]] std::string obstacle_of_function(std::string_view name) const;
  /// Empty if the variable may have a value, or is none of ours.
  [[nodiscard]] std::string obstacle_of_ghost(std::string_view name) const;
  /// A ghost array.
  [[nodiscard]] bool is_array(std::string_view name) const { return arrays_.contains(name); }

 private:
  void find_functions(const std::vector<const Annotation*>& all);
  void find_variables(const std::vector<const Annotation*>& local, const Annotation* contract);
  std::string obstacle_of_values(const std::string& name, const std::vector<const Expression*>& values);

  std::map<std::string, const PureFunction*, std::less<>> functions_;
  std::map<std::string, std::string, std::less<>> function_obstacles_;
  std::map<std::string, std::string, std::less<>> unsupported_functions_;  ///< What declares them.
  std::map<std::string, std::string, std::less<>> ghost_obstacles_;
  std::set<std::string, std::less<>> arrays_;  ///< Of the ghost variables.
};

/// Of a clause in front of a kernel, a barrier, a loop or a function. `\result` is known only if `has_result`, in
/// `ensures` of a function that returns something.
Verdict judge(const Clause& clause, const KnownNames& names, bool has_result = false);

/// Of a pure function's clause. If the function has no body, its clauses are assumed.
Verdict judge(const Clause& clause, const PureFunction& function, const KnownNames& names);

/// Of the function's body, or of its absence.
Verdict judge(const PureFunction& function, const KnownNames& names);

/// `assume` is assumed.
Verdict judge(const Statement& statement, const KnownNames& names);
Verdict judge(const Unsupported& part);

}  // namespace fencepost::compiler::contract
