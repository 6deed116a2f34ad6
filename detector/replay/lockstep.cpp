#include "detector/replay/lockstep.h"

#include <array>
#include <bit>
#include <utility>

namespace fencepost::detector {
namespace {

class Lockstep {
 public:
  Lockstep(std::span<const std::vector<const ReplayEvent*>> lanes,
           const std::function<std::uint32_t(std::uint32_t)>& line_of)
      : lanes_(lanes), line_of_(line_of) {}

  std::vector<ReplayStep> run() {
    while (const sim::LaneBits active = next_lanes()) {
      const ReplayEvent& first = *next(std::countr_zero(active));
      if (first.is_access()) {
        accesses(active, false);
      } else {
        block(active, first);
      }
    }
    return std::move(steps_);
  }

 private:
  [[nodiscard]] bool has_more(unsigned lane) const { return at_[lane] < lanes_[lane].size(); }
  [[nodiscard]] const ReplayEvent* next(unsigned lane) const { return lanes_[lane][at_[lane]]; }

  [[nodiscard]] sim::LaneBits next_lanes() const {
    sim::LaneBits chosen = 0;
    const ReplayEvent* best = nullptr;
    for (unsigned i = 0; i < lanes_.size(); ++i) {
      if (!has_more(i)) continue;
      const ReplayEvent* const mine = next(i);
      const std::int64_t depth = mine->is_access() ? 0 : mine->depth();
      const std::int64_t deepest = best == nullptr || best->is_access() ? 0 : best->depth();
      if (best != nullptr && mine->pc == best->pc && depth == deepest) {
        chosen |= sim::LaneBits{1} << i;
      } else if (best == nullptr || depth > deepest || (depth == deepest && mine->pc < best->pc)) {
        best = mine;
        chosen = sim::LaneBits{1} << i;
      }
    }
    return chosen;
  }

  /// The lanes enter a block, and do what they do there.
  void block(sim::LaneBits lanes, const ReplayEvent& entered) {
    for (sim::LaneBits rest = lanes; rest != 0; rest &= rest - 1) ++at_[std::countr_zero(rest)];
    const std::uint32_t line = line_of_(entered.pc);
    // What the block accesses at once has the same line mostly, and is the same step.
    steps_.push_back({.line = line, .lanes = lanes});
    accesses(lanes, true);
  }

  /// The accesses that come next, to the lanes' next blocks; or, without blocks, those of one place.
  void accesses(sim::LaneBits lanes, bool to_block) {
    bool is_first = true;
    while (true) {
      sim::LaneBits accessing = 0;
      for (sim::LaneBits rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        if (has_more(lane) && next(lane)->is_access()) accessing |= sim::LaneBits{1} << lane;
      }
      if (accessing == 0 || (!to_block && !is_first)) return;
      access(accessing, to_block && is_first);
      is_first = false;
    }
  }

  void access(sim::LaneBits lanes, bool is_first_of_block) {
    const ReplayEvent& first = *next(static_cast<unsigned>(std::countr_zero(lanes)));
    ReplayAccess made{.kind = first.kind, .array = first.array};
    for (sim::LaneBits rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const ReplayEvent* const mine = next(lane);
      if (mine->pc != first.pc || mine->kind != first.kind || mine->array != first.array ||
          mine->count != first.count) {
        continue;
      }
      made.lanes |= sim::LaneBits{1} << lane;
      made.events.push_back(mine);
      ++at_[lane];
    }
    const std::uint32_t line = line_of_(first.pc);
    ReplayStep* last = steps_.empty() ? nullptr : &steps_.back();
    const bool is_same = last != nullptr && last->line == line && last->lanes == made.lanes &&
                         (is_first_of_block || !last->accesses.empty()) && !repeats(*last, first.pc);
    // A block that has no line of its own is where it first accesses memory.
    if (is_first_of_block && last != nullptr && last->line == 0 && last->accesses.empty()) {
      last->line = line;
      last->lanes = made.lanes;
    } else if (!is_same) {
      steps_.push_back({.line = line, .lanes = made.lanes});
    }
    steps_.back().accesses.push_back(std::move(made));
  }

  /// The step has that access already: the line is executed again.
  static bool repeats(const ReplayStep& step, std::uint32_t pc) {
    for (const ReplayAccess& access : step.accesses) {
      if (access.events.front()->pc == pc) return true;
    }
    return false;
  }

  std::span<const std::vector<const ReplayEvent*>> lanes_;
  const std::function<std::uint32_t(std::uint32_t)>& line_of_;
  std::array<std::size_t, sim::kLargestWarpSize> at_{};
  std::vector<ReplayStep> steps_;
};

}  // namespace

std::vector<ReplayStep> in_lockstep(std::span<const std::vector<const ReplayEvent*>> lanes,
                                    const std::function<std::uint32_t(std::uint32_t pc)>& line_of) {
  return Lockstep(lanes, line_of).run();
}

}  // namespace fencepost::detector
