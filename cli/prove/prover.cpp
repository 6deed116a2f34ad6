#include "cli/prove/prover.h"

#include <algorithm>
#include <iterator>

#include "cli/prove/counters.h"
#include "cli/prove/questions.h"
#include "cli/prove/reasons.h"
#include "cli/prove/visits.h"
#include "cli/symbolic/invariants.h"
#include "cli/symbolic/thread_state.h"

namespace fencepost::cli::symbolic {

using compiler::SymbolicAccess;
using compiler::SymbolicAccessKind;
using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicSpace;

namespace {

constexpr const char* kAllMeet = "all threads of a block meet at its barriers, in the same iterations of loops";

constexpr unsigned kFewCases = 40;
constexpr const char* kDivisors = "nothing is divided by 0";
constexpr const char* kGrid = "a dimension of the grid has fewer than 2^31 threads";

/// What a question assumes, beyond the rules of the language.
struct Mode {
  Wrapping wrapping = Wrapping::kAssumedNot;
  bool in_bounds = true;                    ///< Indices of arrays whose sizes are declared.
  bool divides = true;                      ///< Nothing is divided by 0.
  std::vector<AssumedContents> contents{};  ///< Besides those that the user assumes.
  bool other_value = false;                 ///< Two writes are of different values, as far as these are known,
  bool other_thread = false;                ///< by threads that differ in threadIdx.x, which may make them so.
  bool counted = false;                     ///< Additions to one counter give each thread a number of its own.
};

class Prover {
 public:
  Prover(const SymbolicKernel& kernel, const ProofOptions& options, Wrapping powers)
      : kernel_(kernel),
        options_(options),
        facts_(kernel, options.may_alias, options.powers_of_two, options.fixed, powers),
        whole_(interval_graph(kernel, -1, true)),
        questions_{kernel, options, facts_, whole_, options.limits, {}, {}} {
    questions_.refining.milliseconds = std::min(questions_.refining.milliseconds, 200U);
  }

  [[nodiscard]] bool has_wrapping_powers() const { return !facts_.wrapping.empty(); }

  /// Whether a loop may double a power of two until it is 0.
  bool powers_may_wrap() {
    return std::ranges::any_of(facts_.wrapping, [&](int value) {
      const compiler::SymbolicValue& doubled = kernel_.values[static_cast<std::size_t>(value)];
      const int node = whole_.find(doubled.block, -1);
      if (node < 0) return false;
      const auto s = questions_.scene(Wrapping::kExact, true, whole_);
      z3::expr is_highest = s->arithmetic.context().bool_val(false);
      for (const int operand : doubled.operands) {
        const Term power = s->arithmetic.as_unsigned(s->one->value(operand, node));
        is_highest = is_highest || power.e == s->arithmetic.literal(power_of_two(doubled.bits - 1));
      }
      const z3::expr goal = s->one->reach(node) && is_highest && questions_.assumed(*s);
      return ask(s->arithmetic, goal, {}, options_.limits).kind != Answer::kNever;
    });
  }

  KernelVerdicts run() {
    find_invariants(facts_, questions_.refining);
    std::vector<int> starts = {-1};
    for (std::size_t b = 0; b < kernel_.blocks.size(); ++b) {
      if (kernel_.blocks[b].end == SymbolicBlock::kBarrier && whole_.find(static_cast<int>(b), -1) >= 0) {
        starts.push_back(static_cast<int>(b));
      }
    }
    for (const int start : starts) prove_interval(start);
    if (has_blocks() && !options_.between_blocks) questions_.general.insert("blocks do not race with each other");
    if (has_blocks() && options_.between_blocks) prove_between_blocks();
    add_meetings();
    KernelVerdicts result = {.kernel = kernel_.name, .file = kernel_.file, .line = kernel_.line, .obstacle = {}};
    for (auto& [key, verdict] : questions_.verdicts) {
      if (verdict.helps && verdict.helps->empty()) verdict.helps.reset();
      result.verdicts.push_back(std::move(verdict));
    }
    result.general = std::move(questions_.general);
    result.general.insert(kernel_.assumptions.begin(), kernel_.assumptions.end());
    return result;
  }

 private:
  /// That threads meet where they wait is taken for granted by all questions; where it is not proved, they assume it.
  void add_meetings() {
    std::set<std::string> assumed;
    for (const auto& [key, verdict] : questions_.verdicts) {
      if (verdict.about == Verdict::kRace || verdict.kind == Verdict::kProved) continue;
      assumed.insert(verdict.about == Verdict::kBarrier
                         ? kAllMeet
                         : "whom a thread waits for at line " + std::to_string(verdict.first.line) + " comes there");
    }
    for (auto& [key, verdict] : questions_.verdicts) {
      if (verdict.kind == Verdict::kProved) verdict.assumptions.insert(assumed.begin(), assumed.end());
    }
  }

  [[nodiscard]] bool has_blocks() const {
    return facts_.reads_grid_dim[0] || facts_.reads_grid_dim[1] || facts_.reads_grid_dim[2];
  }

  static std::string kind_of(const SymbolicAccess& access) {
    switch (access.kind) {
      case SymbolicAccessKind::kRead:
        return "reads";
      case SymbolicAccessKind::kWrite:
        return "writes";
      default:
        return "updates atomically";
    }
  }

  static bool is_strong(const SymbolicAccess& access, bool between_blocks) {
    return access.kind == SymbolicAccessKind::kAtomic || access.is_volatile ||
           (access.kind == SymbolicAccessKind::kBlockAtomic && !between_blocks);
  }

  bool is_integer(int value) const { return value >= 0 && kernel_.values[static_cast<std::size_t>(value)].bits != 0; }

  std::vector<int> objects_of(const SymbolicAccess& access) const { return possible_objects(kernel_, access.object); }

  /// Whether the rules of the memory model let the two conflict at all (docs/memory-model.md).
  bool may_conflict(const SymbolicAccess& a, const SymbolicAccess& b, bool between_blocks) const {
    if (a.kind == SymbolicAccessKind::kRead && b.kind == SymbolicAccessKind::kRead) return false;
    // Of different sizes strong accesses are not strong with each other.
    if (is_strong(a, between_blocks) && is_strong(b, between_blocks) && a.bytes == b.bytes) return false;
    const std::vector<int> of_a = objects_of(a), of_b = objects_of(b);
    const auto shared_only = [&](const std::vector<int>& objects) {
      return !objects.empty() &&
             std::ranges::all_of(objects, [&](int o) { return space(o) == SymbolicSpace::kShared; });
    };
    if (between_blocks && (shared_only(of_a) || shared_only(of_b))) return false;
    if (is_own(of_a) || is_own(of_b)) return false;
    if (of_a.empty() || of_b.empty()) {
      // A pointer that is not followed does not point to what is in a thread's or a block's own hands, but may.
      return true;
    }
    for (const int x : of_a) {
      if (space(x) == SymbolicSpace::kLocal || space(x) == SymbolicSpace::kConstant) continue;
      for (const int y : of_b) {
        if (x == y) return true;
        if (options_.may_alias && object(x).parameter && object(y).parameter) return true;
      }
    }
    return false;
  }

  /// A thread's own memory is nobody else's.
  bool is_own(const std::vector<int>& objects) const {
    return !objects.empty() && std::ranges::all_of(objects, [&](int o) {
      return space(o) == SymbolicSpace::kLocal || space(o) == SymbolicSpace::kConstant;
    });
  }

  const compiler::SymbolicObject& object(int number) const { return kernel_.objects[static_cast<std::size_t>(number)]; }
  SymbolicSpace space(int number) const { return object(number).space; }

  std::string object_name(const SymbolicAccess& a, const SymbolicAccess& b) const {
    const std::vector<int> of_a = objects_of(a), of_b = objects_of(b);
    std::string names;
    for (const int x : of_a) {
      const bool both = std::ranges::find(of_b, x) != of_b.end();
      if (both || options_.may_alias || of_b.empty()) names += (names.empty() ? "" : " or ") + object(x).name;
    }
    if (names.empty()) names = of_b.empty() ? "memory" : object(of_b.front()).name;
    return names;
  }

  Verdict& verdict_of(const SymbolicAccess& a, const SymbolicAccess& b, bool between_blocks, bool& is_new) {
    Touch first = {kind_of(a), a.line}, second = {kind_of(b), b.line};
    if (std::tie(second.line, second.kind) < std::tie(first.line, first.kind)) std::swap(first, second);
    const std::string name = object_name(a, b);
    const auto [place, added] =
        questions_.verdicts.try_emplace(Questions::Key{Verdict::kRace, name, between_blocks, first, second});
    is_new = added;
    if (added) {
      Verdict& verdict = place->second;
      verdict.kind = Verdict::kProved;
      verdict.object = name;
      verdict.first = first;
      verdict.second = second;
      verdict.between_blocks = between_blocks;
    }
    return place->second;
  }

  // ---- questions
  z3::expr in_bounds(Scene& s, ThreadState& state, const Visit& visit) {
    z3::expr all = s.arithmetic.context().bool_val(true);
    for (const compiler::SymbolicBound& bound : access(visit).bounds) {
      const Term index = s.arithmetic.as_signed(state.value(bound.index, visit.node));
      all = all && index.e >= 0 && index.e < s.arithmetic.literal(static_cast<Wide>(bound.extent));
    }
    // An array of a known size, however it is indexed.
    const std::vector<int> objects = objects_of(access(visit));
    if (objects.size() == 1 && !object(objects[0]).parameter) {
      const Term offset = state.value(access(visit).offset, visit.node);
      all = all && offset.e >= 0;
      const std::uint64_t bytes = object(objects[0]).bytes;
      if (bytes != 0) all = all && offset.e < s.arithmetic.literal(static_cast<Wide>(bytes));
    }
    return all;
  }

  bool has_bounds(const Visit& visit) const {
    const std::vector<int> objects = objects_of(access(visit));
    return !access(visit).bounds.empty() || (objects.size() == 1 && !object(objects[0]).parameter);
  }

  const SymbolicAccess& access(const Visit& visit) const {
    return kernel_.accesses[static_cast<std::size_t>(visit.access)];
  }

  struct Outcome {
    Answer answer;
    bool assumed_no_wrap = false;
    bool assumed_grid = false;
    bool has_divisors = false;
    bool counts_of_blocks = false;  ///< Of numbers that a thread takes for its block something was told.
  };

  Outcome conflict(const Visit& a, const Visit& b, const IntervalGraph& interval, bool between_blocks, const Mode& mode,
                   bool wants_model, const Limits& limits) {
    if (limits.is_over()) return {};
    const auto s = questions_.scene(mode.wrapping, !between_blocks, interval);
    z3::expr goal = between_blocks ? s->launch.two_blocks() : s->launch.two_threads();
    goal = goal && questions_.overlap(*s, a, b) && s->one->reach(a.node) && s->two->reach(b.node) &&
           questions_.assumed(*s);
    if (mode.in_bounds) goal = goal && in_bounds(*s, *s->one, a) && in_bounds(*s, *s->two, b);
    add_contents(*s, facts_, options_.contents, a, b);
    add_contents(*s, facts_, mode.contents, a, b);
    Outcome outcome;
    if (mode.counted) outcome.counts_of_blocks = add_counts(questions_, *s, a, b, interval, between_blocks);
    if (mode.other_thread) goal = goal && s->launch.thread_idx(0, 1).e != s->launch.thread_idx(0, 2).e;
    if (mode.other_value && access(a).stored >= 0 && access(b).stored >= 0) {
      const Term x = s->one->value(access(a).stored, a.node), y = s->two->value(access(b).stored, b.node);
      goal = goal && !s->arithmetic.equal(x, y);
    }
    // To tell when something is divided may bring in others.
    for (std::size_t i = 0; mode.divides && i < s->arithmetic.divisors().size(); ++i) {
      const z3::expr not_zero = s->arithmetic.divisors()[i];
      goal = goal && not_zero;
    }
    // Questions name the parameters only now.
    const std::vector<z3::expr> small = wants_model ? Questions::small_models(*s) : std::vector<z3::expr>{};
    outcome.answer = ask(s->arithmetic, goal, small, limits);
    outcome.assumed_no_wrap = s->arithmetic.assumed_no_wrap();
    outcome.assumed_grid = s->launch.assumed_grid();
    outcome.has_divisors = !s->arithmetic.divisors().empty();
    return outcome;
  }

  // ---- accesses of the same places
  /// Threads that come to these never meet there, whatever they do, and nothing need be assumed for it. What they come
  /// to on the way needs no question of its own.
  bool never_meet(const Visit& a, const Visit& b, const IntervalGraph& interval, bool between_blocks) {
    const auto [known, is_new] = meet_.try_emplace({a.access, a.node, b.access, b.node}, true);
    if (!is_new) return known->second;
    Mode mode;
    mode.in_bounds = mode.divides = false;
    Limits limits = options_.limits;
    limits.most_cases = std::min(limits.most_cases, kFewCases);
    const Outcome outcome = conflict(a, b, interval, between_blocks, mode, false, limits);
    known->second = outcome.answer.kind == Answer::kNever && !outcome.assumed_no_wrap;
    if (known->second && outcome.assumed_grid) questions_.general.insert(kGrid);
    return known->second;
  }

  // ---- verdicts
  void prove_visits(const std::vector<Visit>& visits, const IntervalGraph& interval, bool between_blocks) {
    const std::vector<Visit> first = first_visits(kernel_, visits, interval);
    meet_.clear();
    for (std::size_t i = 0; i < visits.size(); ++i) {
      for (std::size_t j = i; j < visits.size(); ++j) {
        if (!may_conflict(access(visits[i]), access(visits[j]), between_blocks)) continue;
        bool is_new = false;
        Verdict& verdict = verdict_of(access(visits[i]), access(visits[j]), between_blocks, is_new);
        if (verdict.kind == Verdict::kUnknown && verdict.witnesses.size() + verdict.undecided > 2) continue;
        if (!never_meet(first[i], first[j], interval, between_blocks))
          prove_pair(visits[i], visits[j], interval, between_blocks, verdict);
      }
    }
  }

  void prove_pair(const Visit& a, const Visit& b, const IntervalGraph& interval, bool between_blocks,
                  Verdict& verdict) {
    const bool bounded = has_bounds(a) || has_bounds(b);
    Mode all_assumed;
    Outcome first = conflict(a, b, interval, between_blocks, all_assumed, true, options_.limits);
    if (first.answer.kind != Answer::kNever && has_counters_) {
      all_assumed.counted = true;
      Outcome counted = conflict(a, b, interval, between_blocks, all_assumed, false, options_.limits);
      if (counted.answer.kind == Answer::kNever) {
        first = std::move(counted);
        verdict.assumptions.insert("no counter of atomic additions comes to the same number twice");
        if (first.counts_of_blocks)
          verdict.assumptions.insert("what a block reads of its shared memory it has written");
      }
    }
    if (first.answer.kind == Answer::kNever) {
      // Which of what was assumed was needed?
      Mode mode = all_assumed;
      Outcome last = first;
      if (bounded) {
        mode.in_bounds = false;
        const Outcome without = conflict(a, b, interval, between_blocks, mode, false, questions_.refining);
        if (without.answer.kind != Answer::kNever) {
          mode.in_bounds = true;
          verdict.assumptions.insert("indices of arrays with a declared size are within it");
        } else {
          last = without;
        }
      }
      if (last.has_divisors) {
        mode.divides = false;
        const Outcome without = conflict(a, b, interval, between_blocks, mode, false, questions_.refining);
        if (without.answer.kind != Answer::kNever) {
          mode.divides = true;
          verdict.assumptions.insert(kDivisors);
        } else {
          last = without;
        }
      }
      if (last.assumed_no_wrap) {
        mode.wrapping = Wrapping::kExact;
        // Remainders of products: found at once, or not at all.
        Limits short_limits = questions_.refining;
        short_limits.milliseconds = std::max(questions_.refining.milliseconds / 8, 1U);
        const Outcome without = conflict(a, b, interval, between_blocks, mode, true, short_limits);
        if (without.answer.kind != Answer::kNever) {
          verdict.assumptions.insert(kNoWrap);
          if (without.answer.kind == Answer::kPossible) {
            verdict.witnesses.push_back({without.answer.values, false});
          }
        } else {
          last = without;
        }
      }
      if (last.assumed_grid) questions_.general.insert(kGrid);
      return;
    }
    verdict.kind = Verdict::kUnknown;
    if (first.answer.kind == Answer::kUndecided) {
      if (verdict.reason.empty()) verdict.reason = "not decided within the limits of time";
      verdict.helps = "";
      ++verdict.undecided;
      return;
    }
    add_reason(verdict, a, b);
    add_help(verdict, a, b, interval, between_blocks);
    if (access(a).kind == SymbolicAccessKind::kWrite && access(b).kind == SymbolicAccessKind::kWrite) {
      Mode mode;
      mode.other_value = true;
      // Two that are not the same may yet be equal: of numbers with a fraction, say.
      mode.other_thread = !is_integer(access(a).stored) || !is_integer(access(b).stored);
      Outcome different = conflict(a, b, interval, between_blocks, mode, true, options_.limits);
      if (different.answer.kind != Answer::kPossible && mode.other_thread) {
        mode.other_thread = false;
        different = conflict(a, b, interval, between_blocks, mode, true, options_.limits);
      }
      if (different.answer.kind == Answer::kPossible) {
        verdict.witnesses.push_back({different.answer.values, true});
      }
    }
    verdict.witnesses.push_back({first.answer.values, true});
  }

  /// What of arrays would be enough: for all that the verdict is of.
  void add_help(Verdict& verdict, const Visit& a, const Visit& b, const IntervalGraph& interval, bool between_blocks) {
    if (!options_.contents.empty() || (verdict.helps && verdict.helps->empty())) return;
    for (const AssumedContents& contents : contents_that_may_help(facts_, access(a))) {
      const std::string text = text_of(contents, kernel_);
      if (verdict.helps && *verdict.helps != text) continue;
      Mode mode;
      mode.contents = {contents};
      if (conflict(a, b, interval, between_blocks, mode, false, questions_.refining).answer.kind != Answer::kNever)
        continue;
      verdict.helps = text;
      return;
    }
    verdict.helps = "";
  }

  void add_reason(Verdict& verdict, const Visit& a, const Visit& b) {
    std::string reason = reason_of(facts_, access(a));
    if (reason.empty()) reason = reason_of(facts_, access(b));
    if (reason.empty()) reason = "Z3 finds values for which they meet, but no run confirms it";
    if (verdict.reason.empty()) verdict.reason = reason;
  }

  [[nodiscard]] bool has_barrier(int loop) const {
    return std::ranges::any_of(kernel_.loops[static_cast<std::size_t>(loop)].blocks, [&](int block) {
      return kernel_.blocks[static_cast<std::size_t>(block)].end == SymbolicBlock::kBarrier;
    });
  }

  /// A loop with a barrier that is in an inner loop, say, can often not be gone round without it.
  void remove_dead_ends(IntervalGraph& graph) {
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const IntervalEdge edge = graph.edges[e];
      if (!edge.cut || !has_barrier(graph.nodes[static_cast<std::size_t>(edge.to)].cut_loop)) continue;
      Scene s(facts_, Wrapping::kExact);
      ThreadState state(facts_, s.arithmetic, s.launch, 1, true, whole_, graph);
      const z3::expr goes = state.passed(static_cast<int>(e));
      if (ask(s.arithmetic, goes, {}, questions_.refining).kind == Answer::kNever) graph.remove(static_cast<int>(e));
    }
  }

  void prove_interval(int barrier) {
    IntervalGraph graph = interval_graph(kernel_, barrier, false);
    remove_dead_ends(graph);
    prove_visits(visits_of(kernel_, graph), graph, false);
    prove_meetings(questions_, graph);
  }

  void prove_between_blocks() { prove_visits(visits_of(kernel_, whole_), whole_, true); }

  const SymbolicKernel& kernel_;
  const ProofOptions& options_;
  KernelFacts facts_;
  const IntervalGraph whole_;
  Questions questions_;
  const bool has_counters_ =
      std::ranges::any_of(kernel_.accesses, [&](const SymbolicAccess& a) { return is_count(kernel_, a); });
  std::map<std::tuple<int, int, int, int>, bool> meet_;  ///< Of never_meet(): accesses and nodes of an interval.
};

}  // namespace

bool can_be_met(const SymbolicKernel& kernel, const ProofOptions& options) {
  const KernelFacts facts(kernel, options.may_alias, options.powers_of_two, options.fixed);
  const IntervalGraph whole = interval_graph(kernel, -1, true);
  const Questions questions{kernel, options, facts, whole, options.limits, {}, {}};
  const auto scene = questions.scene(Wrapping::kAssumedNot, true, whole);
  const z3::expr goal = questions.assumed(*scene);
  return ask(scene->arithmetic, goal, {}, options.limits).kind != Answer::kNever;
}

KernelVerdicts prove_kernel(const SymbolicKernel& kernel, const ProofOptions& options) {
  Prover exact(kernel, options, Wrapping::kExact);
  if (!exact.has_wrapping_powers()) return exact.run();
  KernelVerdicts assumed = Prover(kernel, options, Wrapping::kAssumedNot).run();
  if (!exact.powers_may_wrap()) return assumed;
  const auto is_proved = [](const Verdict& v) { return v.kind == Verdict::kProved; };
  if (std::ranges::all_of(assumed.verdicts, is_proved)) {
    for (Verdict& verdict : assumed.verdicts) verdict.assumptions.insert(kNoWrap);
    return assumed;
  }
  KernelVerdicts verdicts = exact.run();
  for (Verdict& verdict : verdicts.verdicts) {
    const auto same = std::ranges::find_if(assumed.verdicts, [&](const Verdict& other) {
      return std::tie(other.about, other.object, other.between_blocks, other.first, other.second) ==
             std::tie(verdict.about, verdict.object, verdict.between_blocks, verdict.first, verdict.second);
    });
    if (same == assumed.verdicts.end() || !is_proved(*same)) continue;
    if (is_proved(verdict) && std::ranges::includes(same->assumptions, verdict.assumptions)) continue;
    std::vector<Witness> witnesses = std::move(verdict.witnesses);
    for (Witness& witness : witnesses) witness.small = false;
    verdict = *same;
    verdict.assumptions.insert(kNoWrap);
    std::ranges::move(witnesses, std::back_inserter(verdict.witnesses));
  }
  return verdicts;
}

}  // namespace fencepost::cli::symbolic
