#include "cli/infer/prove_command.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "cli/infer/sources.h"
#include "cli/infer/trials.h"

namespace fencepost::cli::infer {
namespace {

constexpr std::size_t kMostOthers = 6;
constexpr std::int64_t kLargestBroken = 64;

class SizesTrial {
 public:
  SizesTrial(const ProgramRequest& program, const std::vector<std::string>& sizes,
             const std::vector<detector::ScopeRecord>& runs, const HintsFor& hints, const std::string& z3)
      : program_(program), z3_(z3), arguments_(sizes), runner_(program), proof_(prove_sizes(runs, hints, z3)) {}

  SizesVerdict run(const std::vector<std::string>& others) {
    for (ArrayProof& array : proof_.arrays) {
      for (const std::size_t p : array.open) try_conflict(proof_.places[p], array);
      if (!array.is_proved) continue;
      for (const std::size_t p : array.places) try_without_assumptions(proof_.places[p], array);
    }
    std::vector<std::string> sizes = others;
    std::ranges::copy(arguments_.others(numbers_in(files_of(program_)), kMostOthers), std::back_inserter(sizes));
    for (const std::string& size : sizes) {
      if (!has_race_) try_other(size);
    }
    if (!held_at_.empty()) note("the patterns also hold in the runs with " + held_at_);
    if (!refused_.empty()) note("nothing is learnt from the runs with " + refused_);
    for (const std::string& kernel : new_kernels_) note(kernel + ", which other sizes launch, was not looked at");
    return {text_of(proof_), has_race_};
  }

 private:
  void note(const std::string& text) { proof_.notes.push_back(text); }

  /// Each once.
  const Trial& trial(const std::string& arguments) {
    const auto known = trials_.find(arguments);
    if (known != trials_.end()) return known->second;
    return trials_.emplace(arguments, runner_.run(arguments)).first->second;
  }

  /// What the run says of the array's conflict at the place.
  std::string outcome(const std::string& arguments, const PlaceProof& place, ArrayProof& array) {
    const Trial& run = trial(arguments);
    const std::string head = "run with " + arguments + ": ";
    if (!run.race.empty()) {
      take_race(run, &array);
      return head + run.race;
    }
    if (!run.failure.empty()) return head + "not reached (" + run.failure + ")";
    const Contradictions found = contradicted(proof_, run.record);
    const bool differs = std::ranges::any_of(found.places, [&](std::size_t p) { return &proof_.places[p] == &place; });
    return head + "not reached: no race" + (differs ? ", the pattern does not hold there; add it to --sizes" : "");
  }

  /// `otherwise`: whose race it is if the report does not name one of the arrays.
  void take_race(const Trial& run, ArrayProof* otherwise = nullptr) {
    has_race_ = true;
    const auto named = std::ranges::find(proof_.arrays, run.race_object, &ArrayProof::object);
    ArrayProof* const array = named != proof_.arrays.end() ? &*named : otherwise;
    const std::string text = run.race + " in the run with " + run.arguments;
    if (array == nullptr) {
      add_once(proof_.notes, text);
    } else if (array->race.empty()) {
      array->race = text;
    }
    if (array != nullptr) array->is_proved = false;
  }

  void try_conflict(const PlaceProof& place, ArrayProof& array) {
    if (!place.has_conflict()) return;
    const auto reached = arguments_.reach(*place.verdict.example, place.held);
    array.notes.push_back(words_for_interval(place.held.point) + ": " +
                          (reached.why.empty() ? outcome(reached.arguments, place, array)
                                               : "the counterexample cannot be run: " + reached.why));
  }

  /// A run where an assumption is false shows whether it is the program's, too.
  void try_without_assumptions(const PlaceProof& place, ArrayProof& array) {
    const ConflictQuestion question(place.pattern, z3_, {.steps = 1'000'000});
    for (const std::size_t f : place.verdict.needed) {
      const Fact& fact = place.pattern.facts[f];
      const bool is_of_sizes = fact.kind == FactKind::kRelation || fact.kind == FactKind::kEqual ||
                               fact.kind == FactKind::kDivides || fact.kind == FactKind::kPowerOfTwo;
      if (!is_of_sizes) continue;
      std::vector<std::size_t> rest;
      for (std::size_t other = 0; other < place.pattern.facts.size(); ++other) {
        // Others that say nearly the same are broken with it.
        const FactKind kind = place.pattern.facts[other].kind;
        const bool follows = fact.kind == FactKind::kPowerOfTwo && (kind == fact.kind || kind == FactKind::kDivides);
        if (other != f && !follows) rest.push_back(other);
      }
      const auto answer = question.ask(rest, kLargestBroken, f);
      if (!answer.example) continue;
      const auto reached = arguments_.reach(*answer.example, place.held);
      if (!reached.why.empty() || arguments_.was_run(reached.arguments)) continue;
      add_once(array.notes,
               "without '" + text_of(fact, place.held.written) + "': " + outcome(reached.arguments, place, array));
    }
  }

  static void add_once(std::vector<std::string>& notes, const std::string& text) {
    if (std::ranges::find(notes, text) == notes.end()) notes.push_back(text);
  }

  /// A pattern that a run contradicts proves nothing.
  void try_other(const std::string& arguments) {
    if (!tried_.insert(arguments).second) return;
    const Trial& run = trial(arguments);
    if (!run.race.empty()) {
      take_race(run);
      return;
    }
    if (!run.failure.empty()) {
      add_to(refused_, arguments + " (" + run.failure + ")");
      return;
    }
    const Contradictions found = contradicted(proof_, run.record);
    for (const std::string& place : found.new_places) {
      note("run with " + arguments + ": " + place + ", where no run came before; add it to --sizes");
    }
    for (const std::string& kernel : found.new_kernels) {
      add_once(new_kernels_, kernel);
    }
    bool all_hold = found.new_places.empty();
    for (ArrayProof& array : proof_.arrays) {
      for (const std::size_t p : found.places) {
        if (std::ranges::find(array.places, p) == array.places.end()) continue;
        all_hold = false;
        const std::string where = words_for_interval(proof_.places[p].held.point);
        if (arguments_.leaves_powers_of_two(arguments)) {
          array.is_for_powers = true;
          array.notes.push_back(where + ": with " + arguments + " the pattern is another; add such sizes to --sizes");
          continue;
        }
        array.is_proved = false;
        if (std::ranges::find(array.open, p) == array.open.end()) array.open.push_back(p);
        array.notes.push_back(where + ": the pattern does not hold in the run with " + arguments +
                              "; add it to --sizes");
      }
      const std::string kernel = array.object.substr(0, array.object.find(':') + 1);
      for (const std::string& place : found.new_places) {
        if (place.starts_with(kernel)) array.is_proved = false;
      }
    }
    if (all_hold) add_to(held_at_, arguments);
  }

  static void add_to(std::string& list, const std::string& text) { list += (list.empty() ? "" : ", ") + text; }

  const ProgramRequest& program_;
  std::string z3_;
  SizeArguments arguments_;
  TrialRunner runner_;
  SizesProof proof_;
  std::map<std::string, Trial> trials_;
  std::set<std::string> tried_;
  std::vector<std::string> new_kernels_;
  std::string held_at_, refused_;
  bool has_race_ = false;
};

}  // namespace

SizesVerdict prove_and_try(const ProgramRequest& program, const std::vector<std::string>& sizes,
                           const std::vector<std::string>& others, const std::vector<detector::ScopeRecord>& runs,
                           const HintsFor& hints) {
  const std::string z3 = find_z3();
  if (z3.empty()) throw std::runtime_error("there is no z3 in $PATH: install z3");
  std::string list;
  for (const std::string& size : sizes) list += (list.empty() ? "" : ", ") + size;
  SizesVerdict verdict = SizesTrial(program, sizes, runs, hints, z3).run(others);
  verdict.text = "for any size, if the patterns observed at sizes " + list +
                 " hold (by Z3; integers without bounds, no overflow):\n" + verdict.text;
  return verdict;
}

}  // namespace fencepost::cli::infer
