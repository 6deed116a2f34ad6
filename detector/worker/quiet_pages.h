// Pages of device memory that the running launch only reads: of arrays that no pointer points into which its kernel
// writes through. Reads of such pages meet no write of the launch. They need not be noted, or are noted in short
// (first_reads.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "sim/interface/events.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::detector {

/// Which pages those are is decided when a launch begins, by the allocations that its arguments point to
/// (sim::LaunchInfo::writes). That all words of a page are written is seen by the first read of it: until then it is
/// kMayBeQuiet.
///
/// An index may take a write out of the allocation that its pointer points into, and far into another one. The first
/// such write to a page is noticed, and told; from the next launch on the kernel is not believed any more.
///
/// Thread safety: begin_launch() and end_launch() are for the thread that launches, while no block runs; the others,
/// and the pages of quiet() and noted(), for any thread.
class QuietPages {
 public:
  /// Of a page.
  enum State : std::uint8_t { kNotQuiet = 0, kIsQuiet = inlined_checks::kIsQuiet, kMayBeQuiet };
  /// By page of the arena (GlobalShadow), of the running launch.
  using States = std::atomic<std::uint8_t>*;

  static QuietPages& instance();

  enum class Use : std::uint8_t {
    kNone,
    kNoted,  ///< Who reads is to be noted: FirstReads.
    kQuiet,  ///< Nobody wants to know what the launch reads.
  };
  void begin_launch(const sim::LaunchInfo&, Use use);
  /// A write that a launch made to an array that it was said to read only.
  struct Stray {
    const std::byte* base = nullptr;  ///< Of the array, and
    std::size_t bytes = 0;            ///< how large it is.
  };
  /// The first array, by address, to which there was one.
  std::optional<Stray> end_launch();

  /// Of pages whose reads need not be noted.
  [[nodiscard]] States quiet() const { return use_ == Use::kQuiet ? of_launch_ : none(); }
  /// Of those whose reads are noted in short.
  [[nodiscard]] States noted() const { return use_ == Use::kNoted ? of_launch_ : none(); }
  [[nodiscard]] bool notes() const { return use_ == Use::kNoted; }
  /// All kNotQuiet.
  [[nodiscard]] States none() const { return none_; }
  /// Threads of a block of the launch.
  [[nodiscard]] std::uint64_t threads() const { return threads_; }
  /// The running launch writes to the page.
  void note_write(std::size_t page) {
    if (of_launch_[page].load(std::memory_order_relaxed) != kNotQuiet) take_stray(page);
  }

  /// As the arena tells of it.
  void add(const sim::Allocation&);
  void remove(const sim::Allocation&);
  /// Of the allocation around `address`, not all that was written is written any more.
  void forget_written(const void* address);

 private:
  QuietPages();
  struct Array;
  struct Tables;
  void mark(const Array&, State);
  [[nodiscard]] std::map<std::uintptr_t, Array>::const_iterator array_at(std::uintptr_t address) const;
  [[nodiscard]] std::optional<std::set<std::uintptr_t>> find_written(const sim::LaunchInfo&) const;
  void take_stray(std::size_t page);

  Tables& tables_;
  States none_;
  States of_launch_;  ///< What writes are asked about.
  Use use_ = Use::kNone;
  std::uint64_t threads_ = 0;
};

}  // namespace fencepost::detector
