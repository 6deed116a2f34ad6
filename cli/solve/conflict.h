// Whether two threads can conflict on an element, for any values of the variables that a pattern is made of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/smt/z3_solver.h"
#include "cli/solve/facts.h"

namespace fencepost::cli::infer {

/// What threads do with an array in an interval, in the variables of a place. CUDA's own variables obey CUDA's rules:
/// 0 <= threadIdx.x < blockDim.x, at most 1024 threads in a block, and so on.
struct Pattern {
  const Table* table = nullptr;  ///< Names; rows are not looked at.
  std::vector<IndexClause> writes, reads;
  std::vector<Fact> facts;
  std::map<std::size_t, std::int64_t> fixed;  ///< Variables that have this value, whatever else is assumed.
};

/// Two threads of a block that conflict, found by Z3 and computed again here.
struct Conflict {
  std::vector<std::int64_t> one, other;  ///< Values of the table's variables, …
  std::vector<bool> known;               ///< … as far as they matter.
  std::int64_t element = 0;
  bool both_write = false;
};

struct ConflictVerdict {
  Satisfiable conflict = Satisfiable::kUnknown;
  std::vector<std::size_t> needed;  ///< If kNo: which facts that needs, as few as was found; their indices.
  std::optional<Conflict> example;  ///< If kYes: one that all facts allow; small, if there is one.
  std::string why;                  ///< If kUnknown.
};

/// How long Z3 may think of each pair of clauses. Steps are the same on every machine.
struct Effort {
  int steps = 10'000'000;  ///< Z3's rlimit: of the order of a million in a second.
  int milliseconds = 10'000;
};

class ConflictQuestion {
 public:
  /// The pattern must outlive it.
  ConflictQuestion(const Pattern& pattern, std::string z3, Effort effort = {});

  /// First with no fact, then with all. Throws as ask_z3().
  [[nodiscard]] ConflictVerdict decide() const;

  /// Whether there is a conflict where the facts of these indices hold and, if given, `broken` does not; all variables
  /// that threads agree on, and the number of threads, are at most `most` (0: no limit).
  struct Answer {
    Satisfiable satisfiable = Satisfiable::kUnknown;
    std::vector<std::size_t> core;
    std::optional<Conflict> example;
    std::string why;
    bool has_cases = false;  ///< Powers of two were tried one by one.
  };
  [[nodiscard]] Answer ask(const std::vector<std::size_t>& facts, std::int64_t most = 0,
                           std::optional<std::size_t> broken = {}) const;

 private:
  [[nodiscard]] Answer ask_with(const std::vector<std::size_t>& facts, std::int64_t most,
                                std::optional<std::size_t> broken, bool by_cases, const Effort& effort) const;
  [[nodiscard]] std::vector<std::size_t> fewest(std::vector<std::size_t> facts) const;

  const Pattern& pattern_;
  std::string z3_;
  Effort effort_;
};

/// The script of one question, for tests: as above. nullopt: something has no translation.
struct ConflictScript {
  std::string text;
  std::size_t questions = 0;
  std::vector<std::string> one, other;  ///< Symbols of the variables, "" if fixed, not mentioned or a number here.
  std::vector<bool> both_write;         ///< Of each question.
  std::vector<std::map<std::string, std::int64_t>> cases;  ///< Of each question: symbols that are a number there.
};
std::optional<ConflictScript> conflict_script(const Pattern& pattern, const std::vector<std::size_t>& facts,
                                              std::int64_t most, std::optional<std::size_t> broken, bool by_cases,
                                              const Effort& effort);

}  // namespace fencepost::cli::infer
