#include "detector/sampling/sampling.h"

#include <algorithm>
#include <utility>

namespace fencepost::detector {

/// How many of the first `blocks` are in turn.
std::uint64_t Sampling::blocks_in_turn(std::uint64_t blocks) const {
  const std::uint64_t round = running_.period * kBlocksTogether;
  const std::uint64_t first = running_.turn % running_.period * kBlocksTogether;
  const std::uint64_t rest = blocks % round;
  return blocks / round * kBlocksTogether + std::min(kBlocksTogether, rest - std::min(rest, first));
}

Sampling::Share Sampling::share_of_pairs(std::uint64_t blocks) const {
  const std::uint64_t in_turn = blocks_in_turn(blocks);
  return in_turn == 0 ? Share::kNone : in_turn == blocks ? Share::kAll : Share::kSome;
}

void Sampling::begin_launch(const sim::LaunchInfo& launch, bool in_full, std::uint64_t bytes) {
  running_.share = Share::kAll;
  running_.repeats = nullptr;
  running_.sizes = nullptr;
  if (!wanted_) return;
  const std::uint64_t blocks = launch.grid.count();
  if (!in_full) {
    running_.sizes = &kernels_[launch.entry_pc];
    running_.repeats = &launches_[{launch.entry_pc, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                                   launch.block.y, launch.block.z, launch.dynamic_shared_bytes}];
    const bool ordered = launch.orders_threads || launch.cooperative;
    const bool may_wait = launch.cooperative || (launch.orders_threads && launch.learns_of_others);
    const bool is_first = !std::exchange(running_.repeats->is_met, true);
    const bool is_large = !may_wait && bytes > (ordered ? kMostOrdered : kMostInFull);
    Sizes& sizes = *running_.sizes;
    const bool of_many = sizes.met >= kSizesInFull && sizes.accesses / kSizesInFull >= full_accesses_;
    if (is_first) ++sizes.met;
    if (is_large || of_many || (!is_first && running_.repeats->accesses >= full_accesses_)) {
      running_.turn = is_first && of_many ? sizes.later++ : running_.repeats->later++;
      running_.period = std::clamp((blocks + kBlocksTogether - 1) / kBlocksTogether, kLeastShare, kShare);
      if (!ordered) {
        running_.share = share_of_pairs(blocks);
      } else if (is_large) {
        const bool is_in_turn = running_.turn % kLeastShare == 0;
        running_.turn /= kLeastShare;
        running_.share = is_in_turn ? share_of_pairs(blocks) : Share::kNone;
      } else {
        running_.share = running_.turn % kShare == kShare - 1 ? Share::kAll : Share::kNone;
      }
    }
  }
  switch (running_.share) {
    case Share::kAll:
      ++summary_.in_full;
      if (!launch.has_unchecked_code) ++summary_.no_code;
      summary_.blocks += blocks;
      break;
    case Share::kSome:
      ++summary_.in_part;
      summary_.blocks += blocks_in_turn(blocks);
      break;
    case Share::kNone:
      ++summary_.not_checked;
      break;
  }
}

void Sampling::end_launch(std::uint64_t accesses) {
  if (running_.repeats != nullptr) running_.repeats->accesses += accesses;
  if (running_.sizes != nullptr) running_.sizes->accesses += accesses;
  running_.repeats = nullptr;
  running_.sizes = nullptr;
  running_.share = Share::kAll;
}

}  // namespace fencepost::detector
