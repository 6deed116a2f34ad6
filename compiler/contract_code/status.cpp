#include "compiler/contract_code/status.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "compiler/contract/printer.h"
#include "compiler/contract_code/bounds.h"
#include "compiler/contract_code/definition.h"
#include "compiler/contract_code/given.h"
#include "compiler/contract_code/translate.h"

namespace fencepost::compiler::contract {
namespace {

using Kind = ExpressionKind;

bool is_quantifier(const Expression& e) {
  return e.kind == Kind::kForall || e.kind == Kind::kForallStar || e.kind == Kind::kExists;
}

// Values that clauses can have: numbers, truth values, sequences of them, pointers to what the program has.
bool is_value_type(const Type& type) {
  if (type.name == "seq") return type.pointers == 0 && type.arguments.size() == 1 && is_value_type(type.arguments[0]);
  static constexpr std::array<std::string_view, 8> kOthers = {"resource", "process", "frac",    "zfrac",
                                                              "rational", "ref",     "nothing", "any"};
  return type.arguments.empty() && std::ranges::find(kOthers, type.name) == kOthers.end();
}

// The first thing in an expression that keeps it from having a value.
class ObstacleSearch {
 public:
  ObstacleSearch(const KnownNames& names, bool has_result, bool ghosts)
      : names_(names), has_result_(has_result), ghosts_(ghosts) {}

  // Of a clause, conjunct by conjunct, as Translator::statements() leaves them out.
  Verdict judge_parts(const Expression& e) {
    std::optional<Verdict> first;
    const bool some = any_part(e, first);
    if (first && some) first->status = Status::kPartly;
    return first.value_or(Verdict{});
  }

  // `granting`: a permission may stand here.
  std::optional<Verdict> search(const Expression& e, bool granting) {
    if (std::optional<Verdict> own = obstacle(e, granting)) return own;
    const std::size_t outer = bound_.size();
    for (const Binder& binder : e.binders) bound_.push_back(binder.name);
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      if (e.kind == Kind::kCall && i == 0 && e.operands[0]->kind == Kind::kIdentifier) continue;
      if (std::optional<Verdict> found = search(*e.operands[i], granting && grants(e, i))) return found;
    }
    bound_.resize(outer);
    return std::nullopt;
  }

 private:
  // Whether something of `e` is checked. `first` becomes the first obstacle, if there is none yet.
  bool any_part(const Expression& e, std::optional<Verdict>& first) {
    std::optional<Verdict> found = search(e, true);
    if (!found) return true;
    const bool binary = e.kind == Kind::kBinary;
    const auto under_condition = [&](std::size_t begin) {
      bound_.clear();
      if (search(*e.operands[0], false)) return false;
      bool some = false;
      for (std::size_t i = begin; i < e.operands.size(); ++i) some = any_part(*e.operands[i], first) || some;
      return some;
    };
    bound_.clear();
    if (binary && (e.text == "&&" || e.text == "**")) {
      const bool left = any_part(*e.operands[0], first);
      return any_part(*e.operands[1], first) || left;
    }
    const bool implication = binary && e.text == "==>";
    const bool alternatives = e.kind == Kind::kConditional && has_permission(e);
    if ((implication || alternatives) && under_condition(1)) return true;
    if (!first) first = std::move(found);
    return false;
  }

  static std::optional<Verdict> unsupported(const Expression& e, std::string reason) {
    return Verdict{Status::kUnsupported, std::move(reason), e.begin};
  }

  // Operand `i` of `e` is true, and its permissions are there, if those of `e` are.
  static bool grants(const Expression& e, std::size_t i) {
    if (is_quantifier(e)) return e.kind != Kind::kExists && i + 1 == e.operands.size();
    if (e.kind == Kind::kConditional) return i > 0;
    if (e.kind != Kind::kBinary) return false;
    return e.text == "&&" || e.text == "**" || (e.text == "==>" && i == 1);
  }

  std::optional<Verdict> obstacle(const Expression& e, bool granting) {
    switch (e.kind) {
      case Kind::kUnsupported:
        return unsupported(e, e.text);
      case Kind::kResult:
        if (!has_result_) return unsupported(e, "\\result of something that returns nothing");
        break;
      case Kind::kThreadNumber:
        if (e.text != "ltid" && e.text != "gtid" && e.text != "opencl_gsize" && e.text != "opencl_gcount") {
          return unsupported(e, e.text);
        }
        break;
      case Kind::kForall:
      case Kind::kForallStar:
      case Kind::kExists:
        return unbounded(e);
      case Kind::kPermission:
      case Kind::kPointerIndex:
      case Kind::kPointer:
        if (!granting) return unsupported(e, "a permission in a condition or under '!' or '||'");
        break;
      case Kind::kSequence:
        if (!is_value_type(e.type)) return unsupported(e, "seq<" + print(e.type) + ">");
        break;
      case Kind::kCall:
        return call(e);
      case Kind::kIdentifier:
        if (ghosts_ && std::ranges::find(bound_, e.text) == bound_.end()) {
          if (std::string reason = names_.obstacle_of_ghost(e.text); !reason.empty()) return unsupported(e, reason);
        }
        break;
      default:
        break;
    }
    return std::nullopt;
  }

  static std::optional<Verdict> unbounded(const Expression& e) {
    const std::vector<Bounds> bounds = bounds_of(e);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      if (bounds[i].complete()) continue;
      const std::string word = e.kind == Kind::kForall   ? "\\forall"
                               : e.kind == Kind::kExists ? "\\exists"
                                                         : "\\forall*";
      return unsupported(e, "unbounded " + word + ": nothing bounds '" + e.binders[i].name + "'");
    }
    return std::nullopt;
  }

  std::optional<Verdict> call(const Expression& e) const {
    const Expression& callee = *e.operands[0];
    if (callee.kind != Kind::kIdentifier) return std::nullopt;
    std::string reason = names_.obstacle_of_function(callee.text);
    if (reason.empty()) return std::nullopt;
    return unsupported(e, std::move(reason));
  }

  const KnownNames& names_;
  bool has_result_;
  bool ghosts_;  // Names may be those of ghost variables.
  std::vector<std::string> bound_;
};

Verdict judge_expression(const Expression& e, const KnownNames& names, bool has_result, bool granting, bool ghosts) {
  return ObstacleSearch(names, has_result, ghosts).search(e, granting).value_or(Verdict{});
}

// The values that something of one name gets in the program.
struct Values {
  std::vector<const Expression*> expressions;
  std::string unsupported;  // What keeps it from having any.
};

}  // namespace

KnownNames::KnownNames(const std::vector<const Annotation*>& all, const std::vector<const Annotation*>& local,
                       const Annotation* contract) {
  find_functions(all);
  find_variables(local, contract);
}

void KnownNames::find_functions(const std::vector<const Annotation*>& all) {
  for (const Annotation* annotation : all) {
    for (const Item& item : annotation->items) {
      if (const auto* part = std::get_if<Unsupported>(&item)) {
        for (const std::string& name : part->declares) unsupported_functions_.emplace(name, part->name);
      }
      const auto* function = std::get_if<PureFunction>(&item);
      if (function == nullptr) continue;
      const PureFunction*& known = functions_[function->name];
      if (known == nullptr || !known->body) known = function;
    }
  }
  for (const auto& [name, function] : functions_) {
    std::string& reason = function_obstacles_[name];
    if (definition_of(*function) == nullptr) {
      reason = "needs " + name + ", which has no body";
    } else if (!is_value_type(function->type)) {
      reason = "needs " + name + ", which returns " + print(function->type);
    } else {
      for (const Parameter& parameter : function->parameters) {
        if (!is_value_type(parameter.type)) reason = "needs " + name + ", which takes " + print(parameter.type);
      }
    }
  }
  // What needs something without a value has none: until nothing changes, from the names that surely have none.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [name, reason] : function_obstacles_) {
      if (!reason.empty()) continue;
      const Verdict body = judge_expression(*definition_of(*functions_.at(name)), *this, false, false, false);
      if (body.status == Status::kChecked) continue;
      reason = body.reason.starts_with("needs ") ? body.reason : "needs " + name + ", which needs " + body.reason;
      changed = true;
    }
  }
}

void KnownNames::find_variables(const std::vector<const Annotation*>& local, const Annotation* contract) {
  std::map<std::string, Values, std::less<>> ghosts;
  for (const Annotation* annotation : local) {
    for (const Item& item : annotation->items) {
      if (const auto* part = std::get_if<Unsupported>(&item)) {
        for (const std::string& name : part->declares) ghosts[name].unsupported = part->name;
      }
      const auto* statement = std::get_if<Statement>(&item);
      if (statement == nullptr) continue;
      if (statement->kind == StatementKind::kDeclaration) {
        Values& values = ghosts[statement->name];
        if (!is_value_type(statement->type)) values.unsupported = print(statement->type);
        if (statement->length) arrays_.insert(statement->name);
        if (statement->value) values.expressions.push_back(statement->value.get());
      } else if (statement->kind == StatementKind::kAssignment) {
        const Expression* target = statement->target.get();
        if (target->kind == Kind::kIndex) target = target->operands[0].get();
        if (target->kind == Kind::kIdentifier) ghosts[target->text].expressions.push_back(statement->value.get());
      } else if (statement->kind == StatementKind::kGiven) {
        Values& values = ghosts[statement->name];
        if (annotation == contract && can_be_given(statement->type)) {
          for (const GivenFact& fact : facts_of(*annotation, statement->name)) values.expressions.push_back(fact.value);
        }
        if (values.expressions.empty()) values.unsupported = "given";
      }
    }
  }
  for (const auto& [name, values] : ghosts) {
    std::string& reason = ghost_obstacles_[name];
    if (values.expressions.empty()) reason = "needs the ghost variable " + name + ", which has no value";
    if (!values.unsupported.empty()) reason = "needs " + name + ", which is declared by " + values.unsupported;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [name, reason] : ghost_obstacles_) {
      if (!reason.empty()) continue;
      reason = obstacle_of_values(name, ghosts.at(name).expressions);
      changed = changed || !reason.empty();
    }
  }
}

// Empty if one of the values that the ghost variable `name` gets exists.
std::string KnownNames::obstacle_of_values(const std::string& name, const std::vector<const Expression*>& values) {
  constexpr std::string_view kItself = "itself";
  // A variable that gets its value from itself gets none by that.
  ghost_obstacles_[name] = kItself;
  std::string first;
  for (const Expression* value : values) {
    const Verdict verdict = judge_expression(*value, *this, false, false, true);
    if (verdict.status == Status::kChecked) return {};
    if (first.empty() && verdict.reason != kItself) first = verdict.reason;
  }
  if (first.empty()) return "needs the ghost variable " + name + ", which has no value";
  return first.starts_with("needs ") ? first : "needs the ghost variable " + name + ", which needs " + first;
}

const PureFunction* KnownNames::function(std::string_view name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : found->second;
}

std::string KnownNames::obstacle_of_function(std::string_view name) const {
  const auto found = function_obstacles_.find(name);
  if (found != function_obstacles_.end()) return found->second;
  const auto unsupported = unsupported_functions_.find(name);
  if (unsupported == unsupported_functions_.end()) return {};
  return "needs " + std::string(name) + ", which is declared by " + unsupported->second;
}

std::string KnownNames::obstacle_of_ghost(std::string_view name) const {
  const auto found = ghost_obstacles_.find(name);
  return found == ghost_obstacles_.end() ? "" : found->second;
}

Verdict judge(const Clause& clause, const KnownNames& names, bool has_result) {
  const bool result = has_result && clause.kind == ClauseKind::kEnsures;
  return ObstacleSearch(names, result, true).judge_parts(*clause.expression);
}

Verdict judge(const Clause& clause, const PureFunction& function, const KnownNames& names) {
  if (definition_of(function) == nullptr) return {Status::kAssumed, function.name + " has no body", function.place};
  // A call changes no permissions: what the caller has, it has.
  if (has_permission(*clause.expression)) {
    return {Status::kUnsupported, "a permission of a pure function", clause.expression->begin};
  }
  const bool ensures = clause.kind == ClauseKind::kEnsures;
  return ObstacleSearch(names, ensures, false).judge_parts(*clause.expression);
}

Verdict judge(const PureFunction& function, const KnownNames& names) {
  if (definition_of(function) == nullptr) return {Status::kAssumed, function.name + " has no body", function.place};
  std::string reason = names.obstacle_of_function(function.name);
  if (reason.empty()) return {};
  return {Status::kUnsupported, std::move(reason), function.place};
}

Verdict judge(const Statement& statement, const KnownNames& names) {
  if (statement.kind == StatementKind::kAssume) return {Status::kAssumed, "", statement.place};
  if (statement.kind == StatementKind::kGiven) {
    if (names.obstacle_of_ghost(statement.name).empty()) return {};
    return {Status::kUnsupported, "given", statement.place};
  }
  if (statement.kind == StatementKind::kDeclaration && !is_value_type(statement.type)) {
    return {Status::kUnsupported, "a ghost variable of type " + print(statement.type), statement.place};
  }
  if (statement.length) {
    if (statement.type.name == "seq") return {Status::kUnsupported, "a ghost array of sequences", statement.place};
    const Verdict verdict = judge_expression(*statement.length, names, false, false, true);
    if (verdict.status != Status::kChecked) return verdict;
  }
  if (!statement.value) return {};
  const bool granting = statement.kind == StatementKind::kAssert;
  if (granting) return ObstacleSearch(names, false, true).judge_parts(*statement.value);
  Verdict verdict = judge_expression(*statement.value, names, false, false, true);
  if (verdict.status == Status::kChecked && statement.target) {
    const Expression& target = *statement.target;
    const bool element = target.kind == Kind::kIndex && target.operands[0]->kind == Kind::kIdentifier &&
                         names.is_array(target.operands[0]->text);
    if (element) return judge_expression(*target.operands[1], names, false, false, true);
    if (target.kind != Kind::kIdentifier) {
      verdict = {Status::kUnsupported, "an assignment to a part", target.begin};
    } else if (names.is_array(target.text)) {
      verdict = {Status::kUnsupported, "an assignment to a whole ghost array", target.begin};
    }
  }
  return verdict;
}

Verdict judge(const Unsupported& part) { return {Status::kUnsupported, part.name, part.place}; }

}  // namespace fencepost::compiler::contract
