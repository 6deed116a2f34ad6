#include "detector/profile/lane_trace.h"

namespace fencepost::detector {

void LaneTrace::begin_thread(std::size_t limit) {
  begin_interval();
  block_ = {};
  kernel_frame_ = 0;
  limit_ = limit;
}

void LaneTrace::begin_interval() {
  events_.clear();
  cut_ = false;
}

void LaneTrace::enter_block(std::uint32_t pc, std::uintptr_t frame) {
  block_ = {.value = kernel_frame_ - frame, .pc = pc, .info = 1};
  if (cut_) return;
  if (!events_.empty()) {
    LaneEvent& last = events_.back();
    if (!last.is_access() && last.pc == pc && last.value == block_.value && last.times() < LaneEvent::kMost) {
      ++last.info;
      return;
    }
  }
  add(block_);
}

void LaneTrace::access(std::uint64_t address, std::size_t bytes, bool shared, bool atomic, std::uint32_t pc) {
  if (block_.pc == 0) return;
  if (events_.empty() && !cut_) add(block_);
  const std::uint32_t flags =
      LaneEvent::kIsAccess | (shared ? LaneEvent::kIsShared : 0) | (atomic ? LaneEvent::kIsAtomicAccess : 0);
  const std::uint64_t alignment = address | bytes | 16;
  const std::uint64_t piece = alignment & (~alignment + 1);
  for (std::size_t done = 0; done < bytes && !cut_; done += piece) {
    add({.value = address + done, .pc = pc, .info = flags | static_cast<std::uint32_t>(piece)});
  }
}

void LaneTrace::leave_kernel() {
  if (cut_ || events_.empty()) return;
  LaneEvent& last = events_.back();
  if (last.is_access() || last.depth() != 0) return;
  if (--last.info == 0) events_.pop_back();
}

void LaneTrace::add(const LaneEvent& event) {
  if (events_.size() < limit_) {
    events_.push_back(event);
    return;
  }
  cut_ = true;
  // The last block is not known to the end.
  while (!events_.empty() && events_.back().is_access()) events_.pop_back();
  if (!events_.empty()) events_.pop_back();
}

}  // namespace fencepost::detector
