#include "cli/prove/counters.h"

#include <algorithm>

namespace fencepost::cli::symbolic {

using compiler::SymbolicAccess;
using compiler::SymbolicAccessKind;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicSpace;
using compiler::SymbolicValue;

namespace {

class Counters {
 public:
  Counters(const Questions& questions, const IntervalGraph& interval)
      : kernel_(questions.kernel), may_alias_(questions.options.may_alias), interval_(interval) {}

  void tell_results(Scene& s, const Visit& a, const Visit& b, bool between_blocks) const {
    for (const SymbolicAccess& x : kernel_.accesses) {
      if (!is_count(kernel_, x)) continue;
      const int counter = objects_of(x).front();
      const bool is_shared = space(counter) == SymbolicSpace::kShared;
      if ((is_shared && between_blocks) || !is_counter(counter, x)) continue;
      for (const SymbolicAccess& y : kernel_.accesses) {
        if (!is_count(kernel_, y) || objects_of(y).front() != counter) continue;
        if (is_shared && (!is_in_interval(x, a) || !is_in_interval(y, b))) continue;
        const z3::expr same = s.arithmetic.equal(s.one->value(x.offset, a.node), s.two->value(y.offset, b.node));
        const z3::expr equal = s.arithmetic.equal(s.one->value(x.result, a.node), s.two->value(y.result, b.node));
        s.arithmetic.fact(z3::implies(same, !equal));
      }
    }
  }

  /// Of two blocks.
  bool tell_taken(Scene& s, const Visit& a, const Visit& b) const {
    bool is_told = false;
    for (const SymbolicAccess& write : kernel_.accesses) {
      if (!is_taken(write)) continue;
      const std::vector<int> reads = reads_of(write);
      for (const int x : reads) {
        for (const int y : reads) {
          s.arithmetic.fact(!s.arithmetic.equal(s.one->value(x, a.node), s.two->value(y, b.node)));
          is_told = true;
        }
      }
    }
    return is_told;
  }

 private:
  std::vector<int> objects_of(const SymbolicAccess& access) const { return possible_objects(kernel_, access.object); }
  SymbolicSpace space(int object) const { return kernel_.objects[static_cast<std::size_t>(object)].space; }
  const SymbolicValue& value(int number) const { return kernel_.values[static_cast<std::size_t>(number)]; }

  /// Nothing but such additions, all of the same number, changes the object: in the whole grid, or, of shared memory,
  /// in the interval.
  bool is_counter(int counter, const SymbolicAccess& count) const {
    const bool is_shared = space(counter) == SymbolicSpace::kShared;
    return std::ranges::all_of(kernel_.accesses, [&](const SymbolicAccess& other) {
      if (other.kind == SymbolicAccessKind::kRead) return true;
      const std::vector<int> objects = objects_of(other);
      const bool may_be =
          objects.empty() || std::ranges::find(objects, counter) != objects.end() || (may_alias_ && !is_shared);
      const bool is_elsewhere = is_shared && std::ranges::none_of(interval_.nodes, [&](const IntervalNode& node) {
                                  return node.block == other.block;
                                });
      return !may_be || is_elsewhere ||
             (is_count(kernel_, other) && other.step == count.step && other.bytes == count.bytes);
    });
  }

  bool is_in_interval(const SymbolicAccess& count, const Visit& at) const {
    return interval_.find(count.block, interval_.nodes[static_cast<std::size_t>(at.node)].context) >= 0;
  }

  bool same_constant(int a, int b) const {
    return value(a).op == SymbolicOp::kConstant && value(b).op == SymbolicOp::kConstant &&
           value(a).number == value(b).number;
  }

  /// Writes what a counter of the grid gave into the block's shared memory, where nothing else is ever written.
  bool is_taken(const SymbolicAccess& write) const {
    if (write.kind != SymbolicAccessKind::kWrite || write.stored < 0) return false;
    const std::vector<int> places = objects_of(write);
    if (places.size() != 1 || space(places.front()) != SymbolicSpace::kShared) return false;
    const bool is_only = std::ranges::none_of(kernel_.accesses, [&](const SymbolicAccess& other) {
      if (&other == &write || other.kind == SymbolicAccessKind::kRead) return false;
      const std::vector<int> objects = objects_of(other);
      return objects.empty() || std::ranges::find(objects, places.front()) != objects.end();
    });
    const auto count = std::ranges::find_if(kernel_.accesses, [&](const SymbolicAccess& other) {
      return is_count(kernel_, other) && other.result == write.stored;
    });
    if (!is_only || count == kernel_.accesses.end()) return false;
    const int counter = objects_of(*count).front();
    return space(counter) == SymbolicSpace::kGlobal && value(count->offset).op == SymbolicOp::kConstant &&
           is_counter(counter, *count);
  }

  /// What is read there: values.
  std::vector<int> reads_of(const SymbolicAccess& write) const {
    std::vector<int> reads;
    for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
      const SymbolicValue& v = kernel_.values[i];
      if (v.op != SymbolicOp::kLoad || v.number < 0 || v.bits == 0) continue;
      const SymbolicAccess& read = kernel_.accesses[static_cast<std::size_t>(v.number)];
      if (objects_of(read) == objects_of(write) && read.bytes == write.bytes && v.bits == value(write.stored).bits &&
          same_constant(read.offset, write.offset)) {
        reads.push_back(static_cast<int>(i));
      }
    }
    return reads;
  }

  const SymbolicKernel& kernel_;
  const bool may_alias_;
  const IntervalGraph& interval_;
};

}  // namespace

bool is_count(const SymbolicKernel& kernel, const SymbolicAccess& access) {
  return access.result >= 0 && access.kind == SymbolicAccessKind::kAtomic &&
         possible_objects(kernel, access.object).size() == 1;
}

bool add_counts(const Questions& questions, Scene& scene, const Visit& a, const Visit& b, const IntervalGraph& interval,
                bool between_blocks) {
  const Counters counters(questions, interval);
  counters.tell_results(scene, a, b, between_blocks);
  return between_blocks && counters.tell_taken(scene, a, b);
}

}  // namespace fencepost::cli::symbolic
