#include "cli/symbolic/solve.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace fencepost::cli::symbolic {
namespace {

constexpr unsigned kStepsPerMillisecond = 500;
constexpr unsigned kPartOfAll = 20;     ///< Of the limit, before any power is chosen.
constexpr unsigned kPartOfCases = 400;  ///< Of the limit, before the last power is chosen.
constexpr unsigned kPartOfSmall = 4;    ///< … and for a small model.
constexpr unsigned kMostUndecided = 2;
constexpr unsigned kMostMasks = 6;     ///< Values of which it is said what they leave of others' bits, of a question.
constexpr unsigned kStepsPerNode = 4;  ///< To write down a question takes time, too,
constexpr unsigned kSlowSteps = 3;     ///< and so do, beyond others, steps with products that come to no answer.

/// Of a product or an exclusive or: it is linear if one of both is a number.
struct Definition {
  z3::expr a, b, value, valid, exact;
};

class Question {
 public:
  Question(Arithmetic& arithmetic, const std::vector<z3::expr>& small, const Limits& limits)
      : arithmetic_(arithmetic), context_(arithmetic.context()), small_(small), limits_(limits) {}

  Answer ask(const z3::expr& goal) {
    z3::expr all = goal;
    for (const z3::expr& fact : arithmetic_.facts()) all = all && fact;
    all = all && lemmas();
    std::vector<Definition> definitions;
    for (const Arithmetic::Product& p : arithmetic_.products())
      definitions.push_back({p.a, p.b, p.value, p.valid, p.a * p.b});
    for (const Arithmetic::Flip& f : arithmetic_.flips()) {
      if (f.exact) definitions.push_back({f.a, f.b, f.value, f.valid, *f.exact});
    }
    order_powers(all);
    Answer answer;
    answer.kind = cases(all, definitions, 0, answer);
    return answer;
  }

 private:
  z3::expr lemmas() {
    const auto& products = arithmetic_.products();
    z3::expr all = context_.bool_val(true);
    const auto add = [&](const z3::expr& lemma, const z3::expr& valid) { all = all && z3::implies(valid, lemma); };
    for (const Arithmetic::Product& p : products) {
      for (const bool swap : {false, true}) {
        const z3::expr x = swap ? p.b : p.a, y = swap ? p.a : p.b;
        const Wide y_low = swap ? p.a_low : p.b_low, x_low = swap ? p.b_low : p.a_low;
        add(z3::implies(x == 0, p.value == 0), p.valid);
        add(z3::implies(x == 1, p.value == y), p.valid);
        add(z3::implies(x >= 1 && y >= 0, p.value >= y), p.valid);
        if (x_low < 0) add(z3::implies(x <= -1 && y >= 0, p.value <= -y), p.valid);
        if (y_low < 0) add(z3::implies(x <= -1 && y <= -1, p.value >= -y), p.valid);
      }
    }
    for (std::size_t i = 0; i < products.size(); ++i) {
      for (std::size_t j = i + 1; j < products.size(); ++j) compare(products[i], products[j], add);
    }
    const auto& flips = arithmetic_.flips();
    for (std::size_t i = 0; i < flips.size(); ++i) {
      const Arithmetic::Flip& f = flips[i];
      add((f.value == f.a) == (f.b == 0) && (f.value == f.b) == (f.a == 0) && (f.value == 0) == (f.a == f.b), f.valid);
      add(f.value <= f.a + f.b && f.value >= f.a - f.b && f.value >= f.b - f.a, f.valid);
      for (std::size_t j = i + 1; j < flips.size(); ++j) compare(f, flips[j], add);
    }
    return all;
  }

  /// Products with a common factor grow with the other.
  template <class Add>
  static void compare(const Arithmetic::Product& p, const Arithmetic::Product& q, const Add& add) {
    const auto grows = [&](const z3::expr& x, const z3::expr& y, const z3::expr& common, Wide low) {
      const z3::expr valid = p.valid && q.valid;
      add(z3::implies(x == y, p.value == q.value), valid);
      add(z3::implies(common >= 0 && x < y, p.value + common <= q.value), valid);
      add(z3::implies(common >= 0 && y < x, q.value + common <= p.value), valid);
      if (low < 0) {
        add(z3::implies(common < 0 && x < y, p.value + common >= q.value), valid);
        add(z3::implies(common < 0 && y < x, q.value + common >= p.value), valid);
      }
    };
    if (z3::eq(p.a, q.a)) grows(p.b, q.b, p.a, p.a_low);
    if (z3::eq(p.b, q.b)) grows(p.a, q.a, p.b, p.b_low);
    if (z3::eq(p.a, q.b)) grows(p.b, q.a, p.a, p.a_low);
    if (z3::eq(p.b, q.a)) grows(p.a, q.b, p.b, p.b_low);
  }

  /// What is flipped twice by the same is as it was: of two that one and the same flips, the one is what the other
  /// becomes if the other is what the one becomes.
  template <class Add>
  static void compare(const Arithmetic::Flip& p, const Arithmetic::Flip& q, const Add& add) {
    const auto relate = [&](const z3::expr& x, const z3::expr& y) {
      add((p.value == q.value) == (x == y) && (p.value == y) == (q.value == x), p.valid && q.valid);
    };
    if (z3::eq(p.b, q.b)) relate(p.a, q.a);
    if (z3::eq(p.a, q.a)) relate(p.b, q.b);
    if (z3::eq(p.a, q.b)) relate(p.b, q.a);
    if (z3::eq(p.b, q.a)) relate(p.a, q.b);
  }

  /// `part`: of the limit.
  z3::check_result check(const z3::expr& all, std::optional<z3::model>* model, unsigned part) {
    if (limits_.is_over()) return z3::unknown;
    // Z3's timers, which its own portfolio of tactics sets, too, may wait for each other for ever (4.8.12); steps are
    // the same on every machine besides.
    z3::solver solver(context_, z3::solver::simple());
    z3::params params(context_);
    params.set("rlimit", std::max(limits_.milliseconds / part, 1U) * kStepsPerMillisecond);
    solver.set(params);
    const unsigned before = steps_made(solver);
    solver.add(all);
    z3::check_result result = z3::unknown;
    try {
      result = solver.check();
      if (result == z3::sat && model != nullptr) *model = solver.get_model();
    } catch (const z3::exception&) {
      result = z3::unknown;
    }
    const bool is_slow = result == z3::unknown && !arithmetic_.products().empty();
    take_steps(std::uint64_t{steps_made(solver) - before} * (is_slow ? kSlowSteps : 1) + nodes_of(all) * kStepsPerNode);
    return result;
  }

  std::uint64_t nodes_of(const z3::expr& all) const {
    std::set<unsigned> seen;
    std::vector<z3::expr> open = {all};
    while (!open.empty()) {
      const z3::expr e = open.back();
      open.pop_back();
      if (!e.is_app() || !seen.insert(Z3_get_ast_id(context_, e)).second) continue;
      for (unsigned i = 0; i < e.num_args(); ++i) open.push_back(e.arg(i));
    }
    return seen.size();
  }

  /// By all questions to this context so far, modulo 2^32.
  static unsigned steps_made(const z3::solver& solver) {
    const z3::stats statistics = solver.statistics();
    for (unsigned i = 0; i < statistics.size(); ++i) {
      if (statistics.is_uint(i) && statistics.key(i) == "rlimit count") return statistics.uint_value(i);
    }
    return 0;
  }

  void take_steps(std::uint64_t steps) const {
    if (limits_.steps_left == nullptr) return;
    *limits_.steps_left -= std::min(*limits_.steps_left, steps);
  }

  z3::expr defined(const std::vector<Definition>& definitions, bool linear_only) {
    z3::expr all = context_.bool_val(true);
    for (const Definition& d : definitions) {
      if (!linear_only || d.a.is_numeral() || d.b.is_numeral()) all = all && z3::implies(d.valid, d.value == d.exact);
    }
    return all;
  }

  void take(const z3::model& model, Answer& answer) const {
    for (unsigned i = 0; i < model.num_consts(); ++i) {
      const z3::func_decl constant = model.get_const_decl(i);
      const z3::expr value = model.get_const_interp(constant);
      std::int64_t number = 0;
      if (value.is_bool()) {
        answer.values[constant.name().str()] = value.is_true() ? 1 : 0;
      } else if (value.is_numeral_i64(number)) {
        answer.values[constant.name().str()] = number;
      }
    }
    for (const auto& [name, value] : chosen_) answer.values[name] = value;
  }

  bool occurs(const z3::expr& all, const std::vector<Definition>& definitions, const z3::expr& variable) {
    z3::expr_vector from(context_), to(context_);
    from.push_back(variable);
    to.push_back(context_.int_val(0));
    const auto changes = [&](z3::expr e) { return !z3::eq(e.substitute(from, to), e); };
    if (changes(all)) return true;
    for (const Definition& d : definitions) {
      if (changes(d.a) || changes(d.b)) return true;
    }
    return false;
  }

  /// First the power of which most is told value by value: with it chosen, the others often do not matter.
  void order_powers(const z3::expr& all) {
    const auto& powers = arithmetic_.powers();
    std::vector<unsigned> tables(powers.size());
    std::set<unsigned> seen;
    std::vector<z3::expr> open = {all};
    while (!open.empty()) {
      const z3::expr e = open.back();
      open.pop_back();
      if (!e.is_app() || !seen.insert(Z3_get_ast_id(context_, e)).second) continue;
      for (unsigned i = 0; i < e.num_args(); ++i) open.push_back(e.arg(i));
      if (!e.is_ite() || !e.arg(0).is_eq()) continue;
      for (std::size_t i = 0; i < powers.size(); ++i) {
        if (z3::eq(e.arg(0).arg(0), powers[i].variable)) ++tables[i];
      }
    }
    for (std::size_t i = 0; i < powers.size(); ++i) order_.push_back(i);
    std::ranges::stable_sort(order_, [&](std::size_t a, std::size_t b) { return tables[a] > tables[b]; });
  }

  /// With the powers from number `power` of the order on still to be chosen.
  Answer::Kind cases(const z3::expr& all, const std::vector<Definition>& definitions, std::size_t power,
                     Answer& answer) {
    // To choose powers takes time, too, which is no step of Z3's.
    if (cases_ >= limits_.most_cases || limits_.is_over()) return Answer::kUndecided;
    ++cases_;
    const z3::expr linear = all && defined(definitions, true);
    // With powers that are still to be chosen it is only tried.
    const unsigned part = power == order_.size() ? 1 : power == 0 ? kPartOfAll : kPartOfCases;
    if (check(linear, nullptr, part) == z3::unsat) return Answer::kNever;
    if (power == order_.size()) return last_case(all, definitions, answer);
    Answer::Kind result = Answer::kNever;
    const Arithmetic::Power& chosen = arithmetic_.powers()[order_[power]];
    if (!occurs(all, definitions, chosen.variable)) return cases(all, definitions, power + 1, answer);
    for (const Wide value : chosen.values) {
      z3::expr_vector from(context_), to(context_);
      from.push_back(chosen.variable);
      to.push_back(arithmetic_.literal(value));
      const auto put = [&](z3::expr e) { return e.substitute(from, to).simplify(); };
      std::vector<Definition> next;
      next.reserve(definitions.size());
      for (const Definition& d : definitions) next.push_back({put(d.a), put(d.b), d.value, put(d.valid), put(d.exact)});
      const z3::expr rest = put(all);
      if (rest.is_false()) continue;
      chosen_.emplace_back(chosen.variable.decl().name().str(), static_cast<std::int64_t>(value));
      const Answer::Kind kind = cases(rest, next, power + 1, answer);
      if (kind == Answer::kPossible) return kind;
      chosen_.pop_back();
      if (kind == Answer::kUndecided) {
        result = kind;
        if (small_.empty() || ++undecided_ > kMostUndecided) return result;
      }
    }
    return result;
  }

  /// A number of the model; nothing if it is none, or a large one.
  static std::optional<Wide> value_in(const z3::model& model, const z3::expr& e) {
    constexpr std::size_t kMostDigits = 20;
    const z3::expr value = model.eval(e, /*model_completion=*/true);
    if (!value.is_numeral()) return std::nullopt;
    const std::string digits = Z3_get_numeral_string(value.ctx(), value);
    if (digits.size() > kMostDigits || digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    Wide number = 0;
    for (const char digit : digits) number = 10 * number + (digit - '0');
    return number;
  }

  /// What the model has wrong of `a & b` and `a ^ b`, of which little is said in general: all, if b is what it is
  /// there.
  z3::expr bits_missed(const z3::model& model) const {
    z3::expr all = context_.bool_val(true);
    const auto compare = [&](const auto& pair, const auto& operation) {
      const auto a = value_in(model, pair.a), b = value_in(model, pair.b), value = value_in(model, pair.value);
      if (!a || !b || !value) return;
      using Digits = unsigned __int128;
      if (static_cast<Wide>(operation(static_cast<Digits>(*a), static_cast<Digits>(*b))) == *value) return;
      all = all && z3::implies(pair.valid && pair.b == arithmetic_.literal(*b), pair.value == pair.if_b_is(*b));
    };
    // Saying it makes no new ones: each mask is a number.
    for (const Arithmetic::Bits& bits : arithmetic_.bits()) compare(bits, std::bit_and<>());
    for (const Arithmetic::Flip& flip : arithmetic_.flips()) compare(flip, std::bit_xor<>());
    return all;
  }

  /// As check(), but that what the model has wrong of bits is said then, and asked again.
  z3::check_result check_bits(z3::expr& all, const z3::expr& condition, std::optional<z3::model>* model,
                              unsigned part) {
    while (true) {
      const z3::check_result result = check(all && condition, model, part);
      if (result != z3::sat || masks_ == kMostMasks) return result;
      const z3::expr missed = bits_missed(**model);
      if (missed.is_true()) return result;
      all = all && missed;
      ++masks_;
    }
  }

  Answer::Kind last_case(const z3::expr& all, const std::vector<Definition>& definitions, Answer& answer) {
    z3::expr complete = all && defined(definitions, false);
    std::optional<z3::model> model;
    masks_ = 0;
    for (const z3::expr& condition : small_) {
      if (check_bits(complete, condition, &model, kPartOfSmall) == z3::sat) {
        take(*model, answer);
        return Answer::kPossible;
      }
    }
    switch (check_bits(complete, context_.bool_val(true), &model, 1)) {
      case z3::unsat:
        return Answer::kNever;
      case z3::sat:
        take(*model, answer);
        return Answer::kPossible;
      default:
        return Answer::kUndecided;
    }
  }

  Arithmetic& arithmetic_;
  z3::context& context_;
  const std::vector<z3::expr>& small_;
  const Limits& limits_;
  std::vector<std::pair<std::string, std::int64_t>> chosen_;
  std::vector<std::size_t> order_;  ///< Of the powers.
  unsigned cases_ = 0;
  unsigned undecided_ = 0;
  unsigned masks_ = 0;  ///< That something was said of in the last case.
};

}  // namespace

std::uint64_t steps_in(double seconds) { return static_cast<std::uint64_t>(seconds * 1000 * kStepsPerMillisecond); }

Answer ask(Arithmetic& arithmetic, const z3::expr& goal, const std::vector<z3::expr>& small, const Limits& limits) {
  if (limits.is_over()) return {};
  if (arithmetic.rules().empty()) return Question(arithmetic, small, limits).ask(goal);
  const std::vector<z3::expr> no_model;
  Answer without = Question(arithmetic, no_model, limits).ask(goal);
  if (without.kind == Answer::kNever) return without;
  z3::expr all = goal;
  for (const z3::expr& rule : arithmetic.rules()) all = all && rule;
  return Question(arithmetic, small, limits).ask(all);
}

}  // namespace fencepost::cli::symbolic
