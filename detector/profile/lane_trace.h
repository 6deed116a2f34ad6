// What one CUDA thread did in one barrier interval, as the profile needs it: basic blocks and memory accesses in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::detector {

/// A basic block entered, once or several times running, or a memory access made in the block before it.
struct LaneEvent {
  static constexpr std::uint32_t kIsAccess = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kIsShared = std::uint32_t{1} << 30;
  static constexpr std::uint32_t kIsAtomicAccess = std::uint32_t{1} << 29;
  static constexpr std::uint32_t kMost = kIsAtomicAccess - 1;

  std::uint64_t value;  ///< Access: the address. Block: its depth in calls, in bytes of stack, signed.
  std::uint32_t pc;     ///< In the executable's file, which keeps it below 4 GiB.
  std::uint32_t info;   ///< Access: its flags and bytes. Block: how often it was entered.

  [[nodiscard]] bool is_access() const { return (info & kIsAccess) != 0; }
  [[nodiscard]] bool is_shared() const { return (info & kIsShared) != 0; }
  [[nodiscard]] bool is_atomic() const { return (info & kIsAtomicAccess) != 0; }
  [[nodiscard]] std::uint32_t bytes() const { return info & kMost; }
  [[nodiscard]] std::uint32_t times() const { return info; }
  [[nodiscard]] std::int64_t depth() const { return static_cast<std::int64_t>(value); }
};
static_assert(sizeof(LaneEvent) == 16);

/// Not thread-safe. Memory is kept from interval to interval and from block to block.
class LaneTrace {
 public:
  /// Forgets everything. At most `limit` events are kept of an interval.
  void begin_thread(std::size_t limit);
  /// The thread enters the kernel. `frame`: address of the kernel's frame, never null.
  void enter_kernel(std::uintptr_t frame) { kernel_frame_ = frame; }
  [[nodiscard]] bool in_kernel() const { return kernel_frame_ != 0; }
  /// Forgets the interval. What the thread does in the rest of its block, behind the barrier, counts as a block.
  void begin_interval();

  /// In the kernel. `frame`: address of the function's frame.
  void enter_block(std::uint32_t pc, std::uintptr_t frame);
  /// Any number of bytes; recorded as accesses of 1, 2, 4, 8 or 16 bytes, as large as size and address allow. Without
  /// effect before the first block.
  void access(std::uint64_t address, std::size_t bytes, bool shared, bool atomic, std::uint32_t pc);

  /// The thread has returned from the kernel. Takes back the block it returned from, if that accessed no memory:
  /// compilers of CPUs let all returns meet there.
  void leave_kernel();

  [[nodiscard]] std::span<const LaneEvent> events() const { return events_; }
  /// There were more events than were kept. Those kept end with a complete block.
  [[nodiscard]] bool cut() const { return cut_; }

 private:
  void add(const LaneEvent& event);

  std::vector<LaneEvent> events_;
  LaneEvent block_{};  ///< The thread is in; pc 0 before the first.
  std::uintptr_t kernel_frame_ = 0;
  std::size_t limit_ = 0;
  bool cut_ = false;
};

}  // namespace fencepost::detector
