#include "cli/infer/symbolic_hints.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "cli/infer/table_values.h"
#include "cli/symbolic/access_pattern.h"
#include "cli/symbolic/interval_graph.h"
#include "cli/symbolic/uniformity.h"

namespace fencepost::cli::infer {
namespace {

using compiler::SymbolicAccess;
using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

/// A loop's counter, as a range: it is `value` for all bound() from `first` on that are less than `end`.
struct Counter {
  int phi = -1, condition = -1;  ///< The loop goes on while the condition holds.
  Expression first, end, value;
};

using Fixed = std::map<int, Expression>;

/// From where an interval's values are told: from its barrier, or from the header of a loop around it, that is come to
/// behind the barrier.
struct View {
  int barrier = -1;  ///< As of an IntervalGraph.
  int loop = -1;     ///< -1: the barrier.
};

/// Of one kernel: what it accesses of the array, wherever it does.
class HintMaker {
 public:
  HintMaker(const SymbolicKernel& kernel, const HeldTables& held)
      : kernel_(kernel),
        held_(held),
        uniform_(
            symbolic::uniformity_of(kernel, symbolic::fixed_contents(kernel, false), symbolic::UniformFor::kBlock)) {
    for (const compiler::SymbolicLoop& loop : kernel.loops) find_counters(loop);
    const bool flips = std::ranges::any_of(
        kernel.values, [](const SymbolicValue& v) { return v.op == SymbolicOp::kXor && v.bits > 1; });
    if (flips) ways_.push_back(FlippedBit::kTaken);
  }

  void add_to(std::vector<IndexClause>& hints) {
    add_interval(-1);
    for (std::size_t b = 0; b < kernel_.blocks.size(); ++b) {
      if (kernel_.blocks[b].end == SymbolicBlock::kBarrier) add_interval(static_cast<int>(b));
    }
    hints.insert(hints.end(), plain_.begin(), plain_.end());
    hints.insert(hints.end(), guarded_.begin(), guarded_.end());
  }

 private:
  [[nodiscard]] const SymbolicValue& at(int value) const { return kernel_.values[static_cast<std::size_t>(value)]; }

  [[nodiscard]] TableValues table_values(Fixed fixed, FlippedBit flipped = FlippedBit::kAdded,
                                         const std::map<int, int>& chosen = {}) const {
    return {kernel_, held_.write, uniform_, std::move(fixed), flipped, chosen};
  }

  /// A value that is one of its operands, of which a condition decides; not where a loop begins.
  [[nodiscard]] bool is_choice(const SymbolicValue& value) const {
    if (value.bits == 1) return false;
    if (value.op == SymbolicOp::kSelect) return true;
    return value.op == SymbolicOp::kPhi && value.operands.size() == 2 &&
           std::ranges::find(kernel_.loops, value.block, &compiler::SymbolicLoop::header) == kernel_.loops.end();
  }

  /// The first that `value` is computed from and that is not chosen; -1: none.
  int open_choice(int value, const std::map<int, int>& chosen, std::set<int>& visited) const {
    if (!visited.insert(value).second) return -1;
    if (const auto known = chosen.find(value); known != chosen.end())
      return open_choice(known->second, chosen, visited);
    const SymbolicValue& v = at(value);
    if (is_choice(v)) return value;
    if (v.op == SymbolicOp::kPhi) return -1;
    if (v.op == SymbolicOp::kLoad) {
      return open_choice(kernel_.accesses[static_cast<std::size_t>(v.number)].offset, chosen, visited);
    }
    for (const int operand : v.operands) {
      if (const int found = open_choice(operand, chosen, visited); found >= 0) return found;
    }
    return -1;
  }

  struct Choices {
    std::map<int, int> chosen;
    std::vector<std::pair<int, bool>> conditions;  ///< On which they are these.
  };

  /// All ways to choose what the index is computed from; that of none if they are too many.
  [[nodiscard]] std::vector<Choices> choices_of(int index) const {
    constexpr std::size_t kMost = 8;
    std::vector<Choices> done, open = {{}};
    while (!open.empty()) {
      Choices one = std::move(open.back());
      open.pop_back();
      std::set<int> visited;
      const int choice = open_choice(index, one.chosen, visited);
      if (choice < 0) {
        done.push_back(std::move(one));
        continue;
      }
      if (done.size() + open.size() >= kMost) return {{}};
      const SymbolicValue& v = at(choice);
      for (const std::size_t way : {1U, 0U}) {
        Choices more = one;
        const bool is_select = v.op == SymbolicOp::kSelect;
        more.chosen[choice] = v.operands[way + (is_select ? 1 : 0)];
        if (is_select) more.conditions.emplace_back(v.operands[0], way == 0);
        if (!is_select) std::ranges::copy(conditions_of(kernel_, v, way), std::back_inserter(more.conditions));
        open.push_back(std::move(more));
      }
    }
    return done;
  }

  /// What the phi begins with, and what it is in the next iteration.
  static std::pair<int, int> first_and_next(const SymbolicValue& phi, const compiler::SymbolicLoop& loop) {
    std::pair<int, int> found = {-1, -1};
    for (std::size_t i = 0; i < phi.operands.size(); ++i) {
      (phi.blocks[i] == loop.latch ? found.second : found.first) = phi.operands[i];
    }
    return found;
  }

  static Expression with(const Expression& e, std::int64_t more) {
    return e->op == Operator::kNumber ? number(e->number + more) : infer::add(e, number(more));
  }

  /// for (k = first; k < end; k += step)
  void find_counters(const compiler::SymbolicLoop& loop) {
    const SymbolicBlock& header = kernel_.blocks[static_cast<std::size_t>(loop.header)];
    if (header.end != SymbolicBlock::kBranch) return;
    const SymbolicValue& condition = at(header.condition);
    const bool is_less = condition.op == SymbolicOp::kSignedLess || condition.op == SymbolicOp::kUnsignedLess;
    const bool or_equal =
        condition.op == SymbolicOp::kSignedLessEqual || condition.op == SymbolicOp::kUnsignedLessEqual;
    const bool goes_on = std::ranges::find(loop.blocks, header.targets[0]) != loop.blocks.end();
    if ((!is_less && !or_equal) || !goes_on) return;
    const int counter = condition.operands[0];
    if (at(counter).op != SymbolicOp::kPhi || at(counter).block != loop.header) return;
    const auto [begin, next] = first_and_next(at(counter), loop);
    if (begin < 0 || next < 0 || at(next).op != SymbolicOp::kAdd) return;
    const std::vector<std::int32_t>& sum = at(next).operands;
    if (sum[0] != counter && sum[1] != counter) return;
    TableValues plain = table_values({});
    const auto first = plain.convert(begin), last = plain.convert(condition.operands[1]);
    const auto step = plain.convert(sum[0] == counter ? sum[1] : sum[0]);
    if (!first || !last || !step) return;
    const Expression end = or_equal ? with(*last, 1) : *last;
    Counter found{.phi = counter, .condition = header.condition, .first = *first, .end = end, .value = bound()};
    if ((*step)->op != Operator::kNumber || (*step)->number != 1) {
      found.first = number(0);
      found.end = divide(infer::add(subtract(end, *first), with(*step, -1)), *step);
      const bool is_number = (*step)->op == Operator::kNumber;
      found.value = infer::add(*first, is_number ? multiply(*step, bound()) : multiply(bound(), *step));
    }
    counters_.push_back(std::move(found));
  }

  [[nodiscard]] bool is_of_the_array(const SymbolicAccess& access) const {
    const std::vector<int> objects = symbolic::possible_objects(kernel_, access.object);
    return std::ranges::any_of(objects, [&](int number) {
      const std::string& name = kernel_.objects[static_cast<std::size_t>(number)].name;
      return name == held_.array || held_.object.ends_with(": " + name);
    });
  }

  /// Its bounds are those of all dimensions of the array.
  [[nodiscard]] bool is_by_dimensions(const SymbolicAccess& access) const {
    const std::vector<int> objects = symbolic::possible_objects(kernel_, access.object);
    std::uint64_t bytes = access.element;
    for (const compiler::SymbolicBound& bound : access.bounds) bytes *= bound.extent;
    return access.bounds.size() > 2 && objects.size() == 1 &&
           kernel_.objects[static_cast<std::size_t>(objects[0])].bytes == bytes;
  }

  [[nodiscard]] bool has_barrier(const compiler::SymbolicLoop& loop) const {
    return std::ranges::any_of(loop.blocks, [&](int block) {
      return kernel_.blocks[static_cast<std::size_t>(block)].end == SymbolicBlock::kBarrier;
    });
  }

  /// What the loop's variables begin with, or are in its next iteration, where `fixed` is what others are.
  void fix_variables(const compiler::SymbolicLoop& loop, bool first, Fixed& fixed) const {
    TableValues before = table_values(fixed);
    for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
      const SymbolicValue& phi = kernel_.values[i];
      if (phi.op != SymbolicOp::kPhi || phi.block != loop.header) continue;
      const auto values = first_and_next(phi, loop);
      const int value = first ? values.first : values.second;
      const auto expression = value < 0 ? std::nullopt : before.convert(value);
      if (expression) fixed[static_cast<int>(i)] = *expression;
    }
  }

  /// Whether what is in a block comes behind what the values are told from: of a loop's header also what comes behind
  /// the loop.
  [[nodiscard]] bool is_seen(const View& view, int context, int block) const {
    if (view.loop < 0 || view.loop == context) return true;
    if (context < 0) return block >= 0 && !symbolic::is_in_loop(kernel_, block, view.loop);
    return context >= 0 && symbolic::is_in_loop(kernel_, header_of(view.loop), context);
  }

  [[nodiscard]] int header_of(int loop) const { return kernel_.loops[static_cast<std::size_t>(loop)].header; }

  /// The loops' variables in a block of the interval, in the context (as of a symbolic::GuardCondition), as they are
  /// told from the view.
  [[nodiscard]] Fixed variables_of(const View& view, int context, int block) const {
    Fixed fixed;
    if (context >= 0 && context != view.loop) {
      fix_variables(kernel_.loops[static_cast<std::size_t>(context)], false, fixed);
    }
    for (std::size_t l = 0; l < kernel_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      const bool goes_on = loop == context ||
                           (context >= 0 && symbolic::is_in_loop(kernel_, header_of(context), loop)) ||
                           (context < 0 && view.barrier >= 0 && symbolic::is_in_loop(kernel_, view.barrier, loop));
      // Where barriers are in a loop, another iteration is of another interval.
      if (goes_on || block < 0 || !symbolic::is_in_loop(kernel_, block, loop) || !has_barrier(kernel_.loops[l]))
        continue;
      fix_variables(kernel_.loops[l], true, fixed);
    }
    return fixed;
  }

  void add_interval(int barrier) {
    std::vector<View> views = {{.barrier = barrier}};
    for (std::size_t l = 0; l < kernel_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      if (barrier >= 0 && symbolic::is_in_loop(kernel_, barrier, loop)) views.push_back({barrier, loop});
    }
    for (const symbolic::GuardedAccess& placed : symbolic::guarded_accesses(kernel_, barrier)) {
      const SymbolicAccess& access = kernel_.accesses[static_cast<std::size_t>(placed.access)];
      if (access.element == 0 || !is_of_the_array(access)) continue;
      for (const Choices& choices : choices_of(access.offset)) {
        symbolic::GuardedAccess chosen = placed;
        for (const auto& [condition, holds] : choices.conditions) {
          chosen.guard.push_back({.value = condition, .holds = holds, .context = placed.context});
        }
        add_access_in(access, chosen, choices.chosen, views);
      }
    }
  }

  void add_access_in(const SymbolicAccess& access, const symbolic::GuardedAccess& placed,
                     const std::map<int, int>& chosen, const std::vector<View>& views) {
    for (const FlippedBit way : ways_) {
      add_access(access, placed, chosen, nullptr, nullptr, way);
      for (const Counter& counter : counters_) add_access(access, placed, chosen, nullptr, &counter, way);
      for (const View& view : views) {
        if (!is_seen(view, placed.context, access.block)) continue;
        add_access(access, placed, chosen, &view, nullptr, way);
        for (const Counter& counter : counters_) add_access(access, placed, chosen, &view, &counter, way);
      }
    }
  }

  /// Without a view: loops' variables are those of the same name.
  void add_access(const SymbolicAccess& access, const symbolic::GuardedAccess& placed, const std::map<int, int>& chosen,
                  const View* view, const Counter* counter, FlippedBit way) {
    const auto values_at = [&](int context, int block) {
      Fixed fixed = view == nullptr ? Fixed() : variables_of(*view, context, block);
      if (counter != nullptr) fixed[counter->phi] = counter->value;
      return table_values(std::move(fixed), way, chosen);
    };
    const auto index =
        values_at(placed.context, access.block).divided(access.offset, static_cast<std::int64_t>(access.element));
    if (!index || has_bound(*index) != (counter != nullptr)) return;
    // What all threads agree on tells which interval it is: at some places that is known. What cannot be said is left
    // out, for the rows show whether it matters.
    Guard own, whole, uniform;
    for (const symbolic::GuardCondition& asked : placed.guard) {
      if (counter != nullptr && asked.value == counter->condition) continue;
      if (view != nullptr && !is_seen(*view, asked.context, at(asked.value).block)) continue;
      TableValues values = values_at(asked.context, at(asked.value).block);
      const bool differs = !uniform_.values[static_cast<std::size_t>(asked.value)];
      values.add_condition(asked.value, asked.holds, differs ? own : uniform);
      values.add_condition(asked.value, asked.holds, whole);
    }
    std::vector<Expression> places;
    if (held_.write.rows.front().columns == detector::kMoreDimensions) {
      if (!is_by_dimensions(access)) return;
      TableValues values = values_at(placed.context, access.block);
      for (const compiler::SymbolicBound& bound : access.bounds) {
        const auto place = values.convert(bound.index);
        if (!place) return;
        places.push_back(*place);
      }
    }
    const auto add_clause = [&](std::vector<IndexClause>& to, const Guard& guard) {
      IndexClause clause{.index = *index, .places = places};
      for (const Comparison& c : guard)
        (has_bound(c.left) || has_bound(c.right) ? clause.filter : clause.guard).push_back(c);
      if (counter != nullptr) {
        clause.quantified = true;
        clause.first = counter->first;
        clause.ends = {counter->end};
      }
      add(to, std::move(clause));
    };
    // Of what is only read, more is granted rather than told by data.
    Guard of_numbers;
    std::ranges::copy_if(own, std::back_inserter(of_numbers),
                         [](const Comparison& c) { return !has_element(c.left) && !has_element(c.right); });
    add_clause(plain_, of_numbers);
    if (of_numbers.size() != own.size()) add_clause(plain_, own);
    if (whole.size() != own.size()) add_clause(guarded_, whole);
    // Who has an element may keep it where the conditions do not hold.
    if (!whole.empty()) add_clause(guarded_, {});
    if (view != nullptr) add_idle(uniform);
  }

  /// Thread i may keep element i until the loops around have ended or come to the access, as `uniform` says.
  void add_idle(const Guard& uniform) {
    const Table& table = held_.write;
    if (table.rows.front().columns != 0) return;
    const auto x = static_cast<std::size_t>(std::ranges::find(table.names, "threadIdx.x") - table.names.begin());
    std::size_t name = 0;
    const auto differs = [&](const Row& row) { return row.values[name] != row.values[x]; };
    while (name < x && std::ranges::any_of(table.rows, differs)) ++name;
    Guard guard;
    if (!uniform.empty()) add(guarded_, {.index = variable(name)});  // Enough where no row is of a later time.
    for (const Comparison& comparison : uniform) {
      guard.push_back({comparison.left, opposite(comparison.relation), comparison.right});
      add(guarded_, {.guard = guard, .index = variable(name)});
      guard.back() = comparison;
    }
  }

  void add(std::vector<IndexClause>& to, IndexClause clause) {
    std::string text = text_of(clause.guard, held_.write) + ": " + text_of(clause.index, held_.write);
    if (clause.quantified)
      text += " for " + text_of(clause.first, held_.write) + " to " + text_of(clause.ends[0], held_.write) + " where " +
              text_of(clause.filter, held_.write);
    if (seen_.insert(text).second) to.push_back(std::move(clause));
  }

  const SymbolicKernel& kernel_;
  const HeldTables& held_;
  const symbolic::Uniformity uniform_;
  std::vector<Counter> counters_;
  std::vector<FlippedBit> ways_ = {FlippedBit::kAdded};
  std::set<std::string> seen_;
  std::vector<IndexClause> plain_, guarded_;
};

}  // namespace

HintsFor symbolic_hints(const std::vector<SymbolicKernel>& kernels) {
  return [&kernels](const HeldTables& held) {
    std::vector<IndexClause> hints;
    if (held.write.rows.empty()) return hints;
    for (const SymbolicKernel& kernel : kernels) {
      const bool is_asked_for = std::ranges::find(held.kernels, short_name(kernel.signature)) != held.kernels.end();
      if (is_asked_for && kernel.obstacle.empty()) HintMaker(kernel, held).add_to(hints);
    }
    return hints;
  };
}

}  // namespace fencepost::cli::infer
