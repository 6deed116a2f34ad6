// Warp operations: lanes wait for each other, the last arrival computes everybody's result.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::sim {

static_assert(offsetof(WarpOperand, value) == 0 &&
              offsetof(WarpOperand, lane_or_delta) == inlined_checks::kLaneOrDelta &&
              sizeof(WarpOperand) == inlined_checks::kOperandBytes);

namespace {

constexpr LaneBits lane_bit(std::uint32_t lane) { return LaneBits{1} << lane; }

using ShuffleMode = WarpRequest::ShuffleMode;

/// The lane whose value `lane` receives from a shuffle (CUDA C++ Programming Guide, Warp Shuffle Functions). `by`: its
/// lane_or_delta.
template <ShuffleMode Mode>
std::uint32_t source_of(std::uint32_t width, std::uint32_t by, std::uint32_t lane) {
  const std::uint32_t first = lane & ~(width - 1);
  if constexpr (Mode == ShuffleMode::kIndexed) return first + (by & (width - 1));
  if constexpr (Mode == ShuffleMode::kUp) return by <= lane - first ? lane - by : lane;
  if constexpr (Mode == ShuffleMode::kDown) return by < first + width - lane ? lane + by : lane;
  if constexpr (Mode == ShuffleMode::kXor) return (lane ^ by) < first + width ? lane ^ by : lane;
}

/// By ShuffleMode.
constexpr std::array kSourceOf = {source_of<ShuffleMode::kIndexed>, source_of<ShuffleMode::kUp>,
                                  source_of<ShuffleMode::kDown>, source_of<ShuffleMode::kXor>};

std::uint32_t shuffle_source(const WarpRequest& request, const WarpOperand& operand, std::uint32_t lane,
                             std::uint32_t warp_lanes) {
  const std::uint32_t width = request.width == 0 || request.width > warp_lanes ? warp_lanes : request.width;
  return kSourceOf.at(request.op)(width, operand.lane_or_delta, lane);
}

/// Of a whole warp.
template <ShuffleMode Mode, std::uint32_t Size>
void exchange(std::uint32_t width, const WarpOperand* operands, std::uint64_t* results) {
  for (std::uint32_t lane = 0; lane < Size; ++lane)
    results[lane] = operands[source_of<Mode>(width, operands[lane].lane_or_delta, lane)].value;
}

template <std::uint32_t Size>
constexpr std::array kExchange = {exchange<ShuffleMode::kIndexed, Size>, exchange<ShuffleMode::kUp, Size>,
                                  exchange<ShuffleMode::kDown, Size>, exchange<ShuffleMode::kXor, Size>};

/// `ballot`: the lanes of `group` whose predicate holds.
std::uint64_t result_of_vote(const WarpRequest& request, LaneBits ballot, LaneBits group) {
  switch (static_cast<WarpRequest::VoteOp>(request.op)) {
    case WarpRequest::VoteOp::kAll:
      return ballot == group ? 1 : 0;
    case WarpRequest::VoteOp::kAny:
      return ballot != 0 ? 1 : 0;
    case WarpRequest::VoteOp::kBallot:
      break;
  }
  return ballot;
}

}  // namespace

std::uint64_t BlockRunner::warp_operation(WarpRequest request, WarpOperand operand) {
  leave_step();
  const std::uint32_t rank = current.thread;
  const std::uint32_t warp = warp_of(rank);
  const std::uint32_t lane = lane_of(rank);
  requests_[rank] = request;
  operands_[rank] = operand;
  slots_[rank].pc = request.pc;
  if ((request.mask >> lane & 1) == 0 && request.kind != WarpRequest::Kind::kActiveMask) {
    // Undefined by the PTX ISA. Nobody waits for this lane, so it waits for nobody.
    lane_waiting_[warp] |= lane_bit(lane);
    ++lanes_waiting_;
    tell_warp_misuse(warp, lane_bit(lane), {WarpMisuse::Kind::kCallerNotNamed, request.mask, lane});
    complete(warp, lane_bit(lane));
    return results_[rank];
  }
  lane_waiting_[warp] |= lane_bit(lane);
  ++lanes_waiting_;
  runnable_.erase(rank);
  const LaneBits group = lane_waiting_[warp];
  if (!complete_if_all_arrived(warp, lane)) {
    wait_for_lanes(rank);
  } else if (const std::uint32_t first = first_of(warp, group & ~lane_waiting_[warp]); first != rank) {
    hand_over(rank, first);
  }
  return results_[rank];
}

/// Who of a group goes on first when its operation is done: the lowest lane, so that lanes run in the order of their
/// ranks from one operation to the next, as in a loop over them. In reverse and random order the one that came last.
std::uint32_t BlockRunner::first_of(std::uint32_t warp, LaneBits group) const {
  if (schedule_ == Schedule::kReverse || schedule_ == Schedule::kRandom) return current.thread;
  if (schedule_ == Schedule::kFirst) {
    for (const std::uint32_t first : config().first_threads) {
      if (warp_of(first) == warp && (group >> lane_of(first) & 1U) != 0) return first;
    }
  }
  return first_of_warp(warp) + static_cast<std::uint32_t>(std::countr_zero(group));
}

std::uint64_t BlockRunner::answer() const { return results_[current.thread]; }

void BlockRunner::wait_for_warp(std::uint32_t rank) {
  slots_[rank].pc = requests_[rank].pc;
  runnable_.erase(rank);
  lane_waiting_[warp_of(rank)] |= lane_bit(lane_of(rank));
  ++lanes_waiting_;
}

/// The lane waits for the others, if for any, on the stack.
bool BlockRunner::ask_alone(WarpRequest request, WarpOperand operand) {
  const std::uint32_t rank = current.thread;
  results_[rank] = warp_operation(request, operand);
  return true;
}

/// In a step the running lane asks for something else than the first of its loop.
void BlockRunner::ask_for_other(WarpRequest request) {
  current.asked = 0;
  note_requests(current.thread);
  requests_[current.thread] = request;
}

/// In a step the lanes of its loop below `end` have asked for what the first did: from now on requests_ says so.
void BlockRunner::note_requests(std::uint32_t end) {
  if (!std::exchange(asked_as_first_, false)) return;
  for (std::uint32_t rank = step_.first + 1; rank < end; ++rank) requests_[rank] = requests_[step_.first];
}

/// In a step all lanes of a warp, [first, end), have asked. False if not all for the same.
bool BlockRunner::answer_all(std::uint32_t first, std::uint32_t end) {
  if (asked_as_first_ && answer_alike(first, end)) return true;
  note_requests(end);
  const std::uint32_t warp = warp_of(first);
  const LaneBits group = first_lanes(end - first);
  if (!ask_alike(warp, group)) return false;
  stop_if_requested(requests_[first].pc);
  lane_waiting_[warp] = group;
  lanes_waiting_ += end - first;
  complete(warp, group);
  return true;
}

/// complete() of what all lanes ask for alike, where nothing can be wrong. False if something may be, or each lane is
/// to get something of its own.
bool BlockRunner::answer_alike(std::uint32_t first, std::uint32_t end) {
  const WarpRequest& request = requests_[first];
  const bool is_whole = end - first == warp_lanes_;
  switch (request.kind) {
    case WarpRequest::Kind::kShuffle:
      if (!is_whole) return false;
      return warp_lanes_ == kWarpSize ? exchange_all<kWarpSize>(first) : exchange_all<kLargestWarpSize>(first);
    case WarpRequest::Kind::kVote: {
      stop_if_requested(request.pc);
      LaneBits ballot = 0;
      for (std::uint32_t rank = first; rank < end; ++rank)
        ballot |= LaneBits{operands_[rank].value != 0} << (rank - first);
      const std::uint64_t result = result_of_vote(request, ballot, first_lanes(end - first));
      std::fill_n(&results_[first], end - first, result);
      return true;
    }
    case WarpRequest::Kind::kSync:
      stop_if_requested(request.pc);
      tell_group_barrier(warp_of(first), first_lanes(end - first));
      return true;
    default:
      return false;
  }
}

/// Of a shuffle of a whole warp, in which nothing can be wrong but its width. False if it is.
template <std::uint32_t Size>
bool BlockRunner::exchange_all(std::uint32_t first) {
  const WarpRequest& request = requests_[first];
  if (request.width > Size || !std::has_single_bit(request.width)) return false;
  stop_if_requested(request.pc);
  kExchange<Size>.at(request.op)(request.width, &operands_[first], &results_[first]);
  return true;
}

/// The lanes of `group` ask for the same operation with the same mask.
bool BlockRunner::ask_alike(std::uint32_t warp, LaneBits group) const {
  const WarpRequest& any = requests_[first_of_warp(warp) + static_cast<std::uint32_t>(std::countr_zero(group))];
  for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
    const WarpRequest& other = requests_[first_of_warp(warp) + static_cast<std::uint32_t>(std::countr_zero(rest))];
    if (other.kind != any.kind || other.mask != any.mask || other.op != any.op || other.open != any.open) return false;
  }
  return true;
}

LaneBits BlockRunner::living(std::uint32_t warp) const {
  return existing_of(first_of_warp(warp)) & ~lanes_in(exited_, warp);
}

/// Completes the operation that `lane` waits at, if every living lane of its mask has come to the same kind of
/// operation with the same mask.
bool BlockRunner::complete_if_all_arrived(std::uint32_t warp, std::uint32_t lane) {
  const WarpRequest& request = requests_[first_of_warp(warp) + lane];
  if (request.kind == WarpRequest::Kind::kActiveMask) return false;
  const LaneBits group = request.mask & living(warp);
  if ((lane_waiting_[warp] & group) != group) return false;
  if (!ask_alike(warp, group)) return false;
  complete(warp, group);
  return true;
}

void BlockRunner::resolve_after_exit(std::uint32_t warp) {
  for (LaneBits rest = lane_waiting_[warp]; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if ((lane_waiting_[warp] >> lane & 1) != 0) complete_if_all_arrived(warp, lane);
  }
}

/// Lanes ask for the active mask, or for an operation of whoever comes, before they know who will come along; they are
/// answered when nobody can run: those of a warp that stand at the same place are active together.
bool BlockRunner::resolve_active_masks() {
  bool any = false;
  for (std::uint32_t warp = 0; first_of_warp(warp) < count_; ++warp) {
    for (LaneBits rest = lane_waiting_[warp]; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const WarpRequest& request = requests_[first_of_warp(warp) + lane];
      if ((lane_waiting_[warp] >> lane & 1) == 0) continue;
      if (request.kind != WarpRequest::Kind::kActiveMask && !request.open) continue;
      LaneBits group = 0;
      for (LaneBits others = lane_waiting_[warp]; others != 0; others &= others - 1) {
        const auto other = static_cast<std::uint32_t>(std::countr_zero(others));
        const WarpRequest& theirs = requests_[first_of_warp(warp) + other];
        const bool alike = theirs.kind == request.kind && theirs.op == request.op && theirs.open == request.open;
        if (alike && theirs.pc == request.pc) group |= lane_bit(other);
      }
      complete(warp, group);
      any = true;
    }
  }
  return any;
}

/// A warp whose living lanes all wait, some of them for each other: the block's barrier cannot open then.
std::optional<std::uint32_t> BlockRunner::stuck_warp() const {
  for (std::uint32_t warp = 0; first_of_warp(warp) < count_; ++warp) {
    if (lane_waiting_[warp] != 0 && (lane_waiting_[warp] | lanes_in(waiting_, warp)) == living(warp)) return warp;
  }
  return std::nullopt;
}

/// `group` performs the operation all the same.
void BlockRunner::tell_warp_misuse(std::uint32_t warp, LaneBits group, WarpMisuse misuse) {
  if (stopped_) return;
  const BusySection busy;
  const std::uint32_t first = first_of_warp(warp);
  std::vector<Waiter> waiters;
  for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
    const std::uint32_t rank = first + static_cast<std::uint32_t>(std::countr_zero(rest));
    waiters.push_back({rank, requests_[rank].pc, requests_[rank].mask});
  }
  if (misuse.kind == WarpMisuse::Kind::kNamedReturned || misuse.kind == WarpMisuse::Kind::kValueOfReturned) {
    for (LaneBits rest = misuse.mask & lanes_in(exited_, warp); rest != 0; rest &= rest - 1) {
      waiters.push_back({first + static_cast<std::uint32_t>(std::countr_zero(rest))});
    }
  }
  misuse.waiters = waiters;
  observers().barriers->on_warp_misuse(misuse);
}

/// What is wrong with an operation that the lanes of `group` perform together, if anything is.
std::optional<WarpMisuse> BlockRunner::misuse_by(std::uint32_t warp, LaneBits group) const {
  const std::uint32_t first = first_of_warp(warp);
  const WarpRequest& any = requests_[first + static_cast<std::uint32_t>(std::countr_zero(group))];
  if (any.kind == WarpRequest::Kind::kActiveMask || (any.mask & group) == 0) return std::nullopt;
  const LaneBits mask = any.open ? group : any.mask;
  const LaneBits returned = mask & lanes_in(exited_, warp);
  if (any.kind == WarpRequest::Kind::kShuffle) {
    std::optional<WarpMisuse> unnamed;
    bool all_unnamed = true, all_beyond = true;
    for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const WarpRequest& request = requests_[first + lane];
      if (request.width > warp_lanes_ || !std::has_single_bit(request.width)) {
        return WarpMisuse{WarpMisuse::Kind::kWidth, request.mask, lane, request.width};
      }
      const std::uint32_t source = shuffle_source(request, operands_[first + lane], lane, warp_lanes_);
      if ((returned >> source & 1) != 0) {
        return WarpMisuse{WarpMisuse::Kind::kValueOfReturned, request.mask, lane, source};
      }
      all_beyond = all_beyond && first + source >= count_;
      if ((group >> source & 1) != 0) {
        all_unnamed = false;
      } else if (!unnamed) {
        unnamed = WarpMisuse{WarpMisuse::Kind::kValueOfUnnamed, any.open ? group : request.mask, lane, source};
      }
    }
    // The outer lanes of a reduction by shfl_up or shfl_down read beyond the group and ignore what they get.
    const auto mode = static_cast<ShuffleMode>(any.op);
    const bool shifts = mode == ShuffleMode::kUp || mode == ShuffleMode::kDown;
    if (unnamed && shifts && all_beyond) unnamed->kind = WarpMisuse::Kind::kOnlyBeyondBlock;
    if (unnamed && (!shifts || all_unnamed)) return unnamed;
  }
  if (returned != 0) return WarpMisuse{WarpMisuse::Kind::kNamedReturned, any.mask};
  return std::nullopt;
}

void BlockRunner::tell_group_barrier(std::uint32_t warp, LaneBits group) const {
  std::array<ThreadRank, kLargestWarpSize> ranks{};
  std::size_t count = 0;
  for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
    ranks.at(count++) = first_of_warp(warp) + static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  observers().accesses->on_group_barrier(std::span(ranks).first(count));
}

void BlockRunner::complete(std::uint32_t warp, LaneBits group) {
  const std::uint32_t first = first_of_warp(warp);
  if (const auto misuse = misuse_by(warp, group)) tell_warp_misuse(warp, group, *misuse);
  LaneBits ballot = 0;
  for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (operands_[first + lane].value != 0) ballot |= lane_bit(lane);
  }
  for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const WarpRequest& request = requests_[first + lane];
    std::uint64_t& result = results_[first + lane];
    switch (request.kind) {
      case WarpRequest::Kind::kSync:
        result = 0;
        break;
      case WarpRequest::Kind::kShuffle: {
        const std::uint32_t source = shuffle_source(request, operands_[first + lane], lane, warp_lanes_);
        // The value from a lane that does not take part is undefined. 0, because code that relies on it (reductions
        // over part of a warp, for instance) adds it up.
        result = (group >> source & 1) != 0 ? operands_[first + source].value : 0;
        break;
      }
      case WarpRequest::Kind::kVote:
        result = result_of_vote(request, ballot, group);
        break;
      case WarpRequest::Kind::kGather:
        for (std::uint32_t i = 0; i < warp_lanes_; ++i) {
          operands_[first + lane].gathered[i] = (group >> i & 1) != 0 ? operands_[first + i].value : 0;
        }
        result = group;
        break;
      case WarpRequest::Kind::kActiveMask:
        result = group;
        break;
    }
  }
  if (requests_[first + static_cast<std::uint32_t>(std::countr_zero(group))].kind == WarpRequest::Kind::kSync) {
    tell_group_barrier(warp, group);
  }
  for (LaneBits rest = group; rest != 0; rest &= rest - 1) {
    runnable_.insert(first + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  lane_waiting_[warp] &= ~group;
  lanes_waiting_ -= static_cast<std::uint32_t>(std::popcount(group));
}

}  // namespace fencepost::sim
