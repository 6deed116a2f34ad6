// Pages of device memory that the running launch only reads: of arrays that no pointer points into which its kernel
// writes through. Reads of such pages meet no write, and need not be noted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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
/// Thread safety: of_launch()'s pages and note_write(), any thread; the others are for the thread that launches, while
/// no block runs.
class QuietPages {
 public:
  /// Of a page.
  enum State : std::uint8_t { kNotQuiet = 0, kIsQuiet = inlined_checks::kIsQuiet, kMayBeQuiet };
  /// By page of the arena (GlobalShadow), of the running launch.
  using States = std::atomic<std::uint8_t>*;

  static QuietPages& instance();

  /// `applies`: nobody wants to know what the launch reads.
  void begin_launch(const sim::LaunchInfo&, bool applies);
  /// A write that a launch made to an array that it was said to read only.
  struct Stray {
    const std::byte* base = nullptr;  ///< Of the array, and
    std::size_t bytes = 0;            ///< how large it is.
  };
  /// The first array, by address, to which there was one.
  std::optional<Stray> end_launch();

  [[nodiscard]] States of_launch() const { return of_launch_; }
  /// The running launch writes to the page.
  void note_write(std::size_t page) {
    if (of_launch_[page].load(std::memory_order_relaxed) != kNotQuiet) take_stray(page);
  }
  /// Allocations have come or gone, or what was written in them is lost. Any thread.
  static void memory_changes();

 private:
  QuietPages();
  struct Array;
  struct Tables;
  void list_arrays();
  void mark(Array&, State);
  [[nodiscard]] bool find_written(const sim::LaunchInfo&, std::span<const std::uint64_t> offsets);
  void take_stray(std::size_t page);

  Tables& tables_;
  States of_launch_;
};

}  // namespace fencepost::detector
