#include "cli/solve/conflict.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fencepost::cli::infer {
namespace {

constexpr Effort kToSimplify = {.steps = 300'000};
constexpr int kMostSeconds = 60;  // Of all pairs together.
constexpr Effort kToTry = {.steps = 1'000'000};
const std::vector<std::vector<FactKind>> kTiers = {
    {FactKind::kSame, FactKind::kDefinition, FactKind::kRelation},
    {FactKind::kSame, FactKind::kDefinition, FactKind::kRelation, FactKind::kPowerOfTwo},
    {FactKind::kSame, FactKind::kDefinition, FactKind::kRelation, FactKind::kEqual, FactKind::kDivides,
     FactKind::kPowerOfTwo, FactKind::kDistinct}};
constexpr std::int64_t kBounds[] = {8, 64, 1024};

bool reads_arrays(const IndexClause& clause) {
  const auto any = [](const Guard& guard) {
    return std::ranges::any_of(guard, [](const Comparison& c) { return has_element(c.left) || has_element(c.right); });
  };
  return any(clause.guard) || any(clause.filter) || has_element(clause.index) || has_element(clause.first) ||
         std::ranges::any_of(clause.ends, has_element);
}

bool gives_element(const std::vector<IndexClause>& clauses, const Row& row, std::int64_t element) {
  return std::ranges::any_of(clauses, [&](const IndexClause& clause) {
    std::vector<std::int64_t> given;
    return elements_of(clause, row, given) && std::ranges::find(given, element) != given.end();
  });
}

}  // namespace

ConflictQuestion::ConflictQuestion(const Pattern& pattern, std::string z3, Effort effort)
    : pattern_(pattern), z3_(std::move(z3)), effort_(effort) {}

ConflictQuestion::Answer ConflictQuestion::ask_with(const std::vector<std::size_t>& facts, std::int64_t most,
                                                    std::optional<std::size_t> broken, bool by_cases,
                                                    const Effort& effort) const {
  const auto script = conflict_script(pattern_, facts, most, broken, by_cases, effort);
  if (!script) return {.why = "the pattern has an operator that is not translated"};
  std::vector<Z3Answer> answers = ask_z3(z3_, script->text, kMostSeconds);
  answers.resize(script->questions);
  Answer all{.satisfiable = Satisfiable::kNo};
  all.has_cases = !script->cases.empty() && !script->cases.front().empty();
  for (std::size_t q = 0; q < answers.size(); ++q) {
    const Z3Answer& answer = answers[q];
    if (answer.satisfiable == Satisfiable::kNo) {
      for (const std::string& name : answer.core) {
        const auto f = static_cast<std::size_t>(std::stoul(name.substr(1)));
        if (std::ranges::find(all.core, f) == all.core.end()) all.core.push_back(f);
      }
    } else if (answer.satisfiable == Satisfiable::kYes) {
      Conflict conflict{.both_write = script->both_write[q]};
      const auto values_of = [&](const std::vector<std::string>& symbols) {
        std::vector<std::int64_t> values;
        for (std::size_t v = 0; v < symbols.size(); ++v) {
          const auto fixed = pattern_.fixed.find(v);
          const auto found = answer.values.find(symbols[v]);
          const auto in_case = script->cases[q].find(symbols[v]);
          values.push_back(fixed != pattern_.fixed.end()       ? fixed->second
                           : found != answer.values.end()      ? found->second
                           : in_case != script->cases[q].end() ? in_case->second
                                                               : 0);
        }
        return values;
      };
      for (std::size_t v = 0; v < script->one.size(); ++v) {
        conflict.known.push_back(pattern_.fixed.contains(v) || !script->one[v].empty());
      }
      conflict.one = values_of(script->one);
      conflict.other = values_of(script->other);
      if (const auto element = answer.values.find("element"); element != answer.values.end()) {
        conflict.element = element->second;
      }
      all.satisfiable = Satisfiable::kYes;
      all.example = std::move(conflict);
      break;
    } else {
      all.satisfiable = Satisfiable::kUnknown;
      all.why = "z3 does not know, within " + std::to_string(effort.milliseconds / 1000) + " s";
    }
  }
  if (all.satisfiable != Satisfiable::kNo) all.core.clear();
  // What Z3 found is computed again as C++ does; what data decide cannot be.
  const bool by_data = std::ranges::any_of(pattern_.writes, [](const IndexClause& c) { return reads_arrays(c); }) ||
                       std::ranges::any_of(pattern_.reads, [](const IndexClause& c) { return reads_arrays(c); });
  if (all.example && !by_data) {
    const Row one{.values = all.example->one}, other{.values = all.example->other};
    const auto& uses = all.example->both_write ? pattern_.writes : pattern_.reads;
    const bool real =
        gives_element(pattern_.writes, one, all.example->element) && gives_element(uses, other, all.example->element);
    if (!real) return {.why = "z3's counterexample is none in the arithmetic of C++", .has_cases = all.has_cases};
  }
  return all;
}

ConflictQuestion::Answer ConflictQuestion::ask(const std::vector<std::size_t>& facts, std::int64_t most,
                                               std::optional<std::size_t> broken) const {
  // Powers of two one by one, if there are any that count: then products and quotients are linear.
  Answer cases = ask_with(facts, most, broken, true, effort_);
  if (!cases.has_cases) return cases;
  if (cases.satisfiable == Satisfiable::kUnknown) return ask_with(facts, most, broken, false, effort_);
  for (const std::size_t f : facts) {
    const bool is_case = pattern_.facts[f].kind == FactKind::kPowerOfTwo;
    if (is_case && std::ranges::find(cases.core, f) == cases.core.end()) cases.core.push_back(f);
  }
  return cases;
}

std::vector<std::size_t> ConflictQuestion::fewest(std::vector<std::size_t> facts) const {
  // What is most likely a coincidence is tried to be done without first.
  std::ranges::stable_sort(facts, [&](std::size_t a, std::size_t b) {
    return static_cast<int>(pattern_.facts[a].kind) > static_cast<int>(pattern_.facts[b].kind);
  });
  const ConflictQuestion quick(pattern_, z3_, kToSimplify);
  for (std::size_t i = 0; i < facts.size();) {
    std::vector<std::size_t> fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (quick.ask(fewer).satisfiable == Satisfiable::kNo) {
      facts = std::move(fewer);
    } else {
      ++i;
    }
  }
  std::ranges::sort(facts);
  return facts;
}

ConflictVerdict ConflictQuestion::decide() const {
  ConflictVerdict verdict;
  if (ask_with({}, 0, {}, false, kToSimplify).satisfiable == Satisfiable::kNo) {
    verdict.conflict = Satisfiable::kNo;
    return verdict;
  }
  // More facts make more work: first those that a proof rather needs.
  Answer answer;
  std::vector<std::size_t> facts;
  for (const auto& kinds : kTiers) {
    facts.clear();
    for (std::size_t f = 0; f < pattern_.facts.size(); ++f) {
      if (std::ranges::find(kinds, pattern_.facts[f].kind) != kinds.end()) facts.push_back(f);
    }
    const bool is_last = facts.size() == pattern_.facts.size();
    answer = is_last ? ask(facts) : ConflictQuestion(pattern_, z3_, kToTry).ask(facts);
    if (answer.satisfiable == Satisfiable::kNo || is_last) break;
  }
  verdict.conflict = answer.satisfiable;
  verdict.why = answer.why;
  if (answer.satisfiable == Satisfiable::kNo) {
    // The names of variables that are the same are not in the core.
    for (const std::size_t f : facts) {
      if (pattern_.facts[f].kind == FactKind::kSame) answer.core.push_back(f);
    }
    const bool is_enough = ask(answer.core).satisfiable == Satisfiable::kNo;
    verdict.needed = fewest(is_enough ? answer.core : facts);
  } else if (answer.satisfiable == Satisfiable::kYes) {
    verdict.example = answer.example;
    for (const std::int64_t most : kBounds) {
      Answer small = ask_with(facts, most, {}, false, kToSimplify);
      if (small.satisfiable != Satisfiable::kYes) continue;
      verdict.example = small.example;
      break;
    }
  }
  return verdict;
}

}  // namespace fencepost::cli::infer
