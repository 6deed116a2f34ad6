// The question to Z3: do two clauses give two threads the same element?
#include <algorithm>
#include <array>
#include <set>

#include "cli/smt/smt.h"
#include "cli/solve/conflict.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::array<int, 3> kMostThreads = {1024, 1024, 64};  // CUDA's limits of blockDim.
constexpr int kMostInBlock = 1024;
constexpr std::size_t kMostCases = 1;  // Variables that are powers of two and are tried one by one.
constexpr std::size_t kPerAxis = 4;    // threadIdx, blockDim, blockIdx, gridDim.

/// Variables that something is multiplied with or divided by.
void add_factors(const Expression& e, std::vector<std::size_t>& variables) {
  if (e == nullptr) return;
  const bool divides = e->op == Operator::kDivide || e->op == Operator::kRemainder;
  if (divides) add_variables(e->right, variables);
  if (e->op == Operator::kMultiply && e->left->op != Operator::kNumber && e->right->op != Operator::kNumber) {
    add_variables(e->left, variables);
    add_variables(e->right, variables);
  }
  add_factors(e->left, variables);
  add_factors(e->right, variables);
}

void add_factors(const Guard& guard, std::vector<std::size_t>& variables) {
  for (const Comparison& c : guard) {
    add_factors(c.left, variables);
    add_factors(c.right, variables);
  }
}

class ScriptWriter {
 public:
  ScriptWriter(const Pattern& pattern, const std::vector<std::size_t>& facts, std::int64_t most,
               std::optional<std::size_t> broken, bool by_cases)
      : pattern_(pattern), table_(*pattern.table), facts_(facts), most_(most), broken_(broken), by_cases_(by_cases) {}

  std::optional<ConflictScript> write(const Effort& effort) {
    name_variables();
    script_.text = "(set-option :produce-unsat-cores true)\n(set-option :timeout " +
                   std::to_string(effort.milliseconds) + ")\n(set-option :rlimit " + std::to_string(effort.steps) +
                   ")\n" + smt_prelude();
    std::vector<std::string> split;
    if (by_cases_) split = symbols_to_split();
    std::map<std::string, std::int64_t> values;
    return write_cases(split, 0, values) ? std::optional(std::move(script_)) : std::nullopt;
  }

 private:
  [[nodiscard]] std::size_t builtin(std::size_t axis, std::size_t which) const {
    return table_.names.size() - kBuiltins + kPerAxis * axis + which;
  }
  [[nodiscard]] bool chosen_same(std::size_t v) const {
    return std::ranges::any_of(facts_, [&](std::size_t f) {
      return pattern_.facts[f].kind == FactKind::kSame && pattern_.facts[f].variable == v;
    });
  }

  void name_variables() {
    std::vector<std::size_t> mentioned;
    for (const auto* clauses : {&pattern_.writes, &pattern_.reads}) {
      for (const IndexClause& clause : *clauses) add_variables(clause, mentioned);
    }
    for (const std::size_t f : facts_) add_variables(pattern_.facts[f], mentioned);
    if (broken_) add_variables(pattern_.facts[*broken_], mentioned);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (std::size_t which = 0; which < kPerAxis; ++which) mentioned.push_back(builtin(axis, which));
    }
    one_.variables.resize(table_.names.size());
    other_.variables.resize(table_.names.size());
    for (const std::size_t v : mentioned) {
      const auto fixed = pattern_.fixed.find(v);
      const std::string& name = table_.names[v];
      if (fixed != pattern_.fixed.end()) {
        one_.variables[v] = other_.variables[v] = smt_number(fixed->second);
      } else if (is_builtin(table_, v) ? !name.starts_with("threadIdx") : chosen_same(v)) {
        one_.variables[v] = other_.variables[v] = "|v." + name + "|";
      } else {
        one_.variables[v] = "|v." + name + ".1|";
        other_.variables[v] = "|v." + name + ".2|";
      }
    }
    for (const std::string& array : table_.arrays) one_.arrays.push_back("|a." + array + "|");
    other_.arrays = one_.arrays;
    one_.bound = "|bound.1|";
    other_.bound = "|bound.2|";
    script_.one = symbols(one_);
    script_.other = symbols(other_);
  }

  static std::vector<std::string> symbols(const SmtNames& names) {
    std::vector<std::string> found;
    for (const std::string& term : names.variables) {
      found.push_back(term.starts_with("|") ? term.substr(1, term.size() - 2) : "");
    }
    return found;
  }

  [[nodiscard]] std::vector<std::string> symbols_to_split() const {
    std::vector<std::size_t> factors;
    const auto add = [&](const IndexClause& clause) {
      add_factors(clause.guard, factors);
      add_factors(clause.filter, factors);
      add_factors(clause.index, factors);
      add_factors(clause.first, factors);
      for (const Expression& e : clause.ends) add_factors(e, factors);
    };
    for (const IndexClause& clause : pattern_.writes) add(clause);
    for (const IndexClause& clause : pattern_.reads) add(clause);
    for (const std::size_t f : facts_) {
      if (pattern_.facts[f].kind == FactKind::kDefinition) add_factors(pattern_.facts[f].comparison.right, factors);
    }
    std::vector<std::string> split;
    for (const std::size_t f : facts_) {
      const std::size_t v = pattern_.facts[f].variable;
      if (pattern_.facts[f].kind != FactKind::kPowerOfTwo || std::ranges::find(factors, v) == factors.end()) continue;
      for (const SmtNames* names : {&one_, &other_}) {
        const std::string& symbol = names->variables[v];
        if (symbol.starts_with("|") && std::ranges::find(split, symbol) == split.end()) split.push_back(symbol);
      }
    }
    if (split.size() > kMostCases) split.resize(kMostCases);
    return split;
  }

  bool write_cases(const std::vector<std::string>& split, std::size_t next,
                   std::map<std::string, std::int64_t>& values) {
    if (next == split.size()) return write_case(values);
    for (int k = 0; k <= kLargestPower; ++k) {
      values[split[next]] = std::int64_t{1} << k;
      if (!write_cases(split, next + 1, values)) return false;
    }
    return true;
  }

  void say(const std::string& line) { script_.text += line + "\n"; }
  void state(const std::string& condition) { say("(assert " + condition + ")"); }

  bool write_case(const std::map<std::string, std::int64_t>& values) {
    say("(push)");
    std::string all;
    std::set<std::string> declared;
    for (const SmtNames* names : {&one_, &other_}) {
      for (const std::string& symbol : names->variables) {
        if (!symbol.starts_with("|") || !declared.insert(symbol).second) continue;
        const auto value = values.find(symbol);
        say(value == values.end() ? "(declare-const " + symbol + " Int)"
                                  : "(define-fun " + symbol + " () Int " + smt_number(value->second) + ")");
        if (value == values.end()) all += symbol + " ";
      }
      say("(declare-const " + names->bound + " Int)");
    }
    for (const std::string& array : one_.arrays) say("(declare-fun " + array + " (Int) Int)");
    say("(declare-const element Int)");
    write_rules();
    for (const std::size_t f : facts_) {
      const auto condition = condition_of(pattern_.facts[f]);
      if (!condition) return false;
      if (!condition->empty()) state("(! " + *condition + " :named f" + std::to_string(f) + ")");
    }
    if (broken_) {
      const auto condition = condition_of(pattern_.facts[*broken_]);
      if (!condition || condition->empty()) return false;
      state("(not " + *condition + ")");
    }
    if (!write_pairs(all + "element", values)) return false;
    say("(pop)");
    return true;
  }

  /// What CUDA promises, and that the threads are two.
  void write_rules() {
    std::string size = "(*", differ = "(or";
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::string& dim = one_.variables[builtin(axis, 1)];
      state("(<= 1 " + dim + " " + std::to_string(kMostThreads[axis]) + ")");
      for (const SmtNames* names : {&one_, &other_}) {
        const std::string& thread = names->variables[builtin(axis, 0)];
        state("(and (<= 0 " + thread + ") (< " + thread + " " + dim + "))");
      }
      state("(and (<= 0 " + one_.variables[builtin(axis, 2)] + ") (< " + one_.variables[builtin(axis, 2)] + " " +
            one_.variables[builtin(axis, 3)] + "))");
      size += " " + dim;
      differ += " (distinct " + one_.variables[builtin(axis, 0)] + " " + other_.variables[builtin(axis, 0)] + ")";
    }
    state("(<= " + size + ") " + std::to_string(kMostInBlock) + ")");
    state(differ + ")");
    if (most_ == 0) return;
    for (const std::string& symbol : one_.variables) {
      if (symbol.starts_with("|")) {
        state("(<= " + smt_number(-most_) + " " + symbol + " " + smt_number(most_) + ")");
      }
    }
  }

  /// "": true by the names alone.
  [[nodiscard]] std::optional<std::string> condition_of(const Fact& fact) const {
    if (fact.kind == FactKind::kSame) return "";
    std::set<std::string> conditions;
    if (fact.kind == FactKind::kDistinct) return distinct(fact);
    for (const SmtNames* names : {&one_, &other_}) {
      if (fact.kind == FactKind::kPowerOfTwo) {
        std::string any = "(or";
        for (int k = 0; k <= kLargestPower; ++k) {
          any += " (= " + names->variables[fact.variable] + " " + smt_number(std::int64_t{1} << k) + ")";
        }
        conditions.insert(any + ")");
      } else {
        const auto condition = smt_of(fact.comparison, *names);
        if (!condition) return std::nullopt;
        conditions.insert(*condition);
      }
    }
    std::string text = "(and";
    for (const std::string& c : conditions) text += " " + c;
    return text + ")";
  }

  [[nodiscard]] std::optional<std::string> distinct(const Fact& fact) const {
    std::string premise = "(and", values;
    for (const SmtNames* names : {&one_, &other_}) {
      const auto guard = smt_of(fact.guard, *names);
      const auto value = smt_of(fact.expression, *names);
      if (!guard || !value) return std::nullopt;
      premise += " " + *guard;
      for (const std::string& divisor : value->divisors) premise += " (distinct " + divisor + " 0)";
      values += " " + value->text;
    }
    return "(=> " + premise + ") (distinct" + values + "))";
  }

  /// Each clause of a write against each that could meet it.
  bool write_pairs(const std::string& all, const std::map<std::string, std::int64_t>& values) {
    std::map<std::string, std::int64_t> plain;
    for (const auto& [symbol, value] : values) plain[symbol.substr(1, symbol.size() - 2)] = value;
    for (std::size_t w = 0; w < pattern_.writes.size(); ++w) {
      for (std::size_t c = w; c < pattern_.writes.size() + pattern_.reads.size(); ++c) {
        const bool both_write = c < pattern_.writes.size();
        const IndexClause& clause = both_write ? pattern_.writes[c] : pattern_.reads[c - pattern_.writes.size()];
        const auto first = smt_gives(pattern_.writes[w], one_, "element");
        const auto second = smt_gives(clause, other_, "element");
        if (!first || !second) return false;
        say("(push)");
        state(*first);
        state(*second);
        say("(check-sat)\n(get-unsat-core)\n(get-value (" + all + "))\n(pop)");
        ++script_.questions;
        script_.both_write.push_back(both_write);
        script_.cases.push_back(plain);
      }
    }
    return true;
  }

  const Pattern& pattern_;
  const Table& table_;
  const std::vector<std::size_t>& facts_;
  std::int64_t most_;
  std::optional<std::size_t> broken_;
  bool by_cases_;
  SmtNames one_, other_;
  ConflictScript script_;
};

}  // namespace

std::optional<ConflictScript> conflict_script(const Pattern& pattern, const std::vector<std::size_t>& facts,
                                              std::int64_t most, std::optional<std::size_t> broken, bool by_cases,
                                              const Effort& effort) {
  return ScriptWriter(pattern, facts, most, broken, by_cases).write(effort);
}

}  // namespace fencepost::cli::infer
