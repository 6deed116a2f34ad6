// Tells whether the threads of a block only wait for another block.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/interface/current.h"

namespace fencepost::sim {

/// Counts the strong operations (atomic, volatile, fence) of a block: threads that wait for another block repeat them.
///
/// A block spins if its threads make many strong operations in a row that see nothing new: no address that has not been
/// looked at before, and no value there that it has not had before. Of operations whose result nobody uses, new values
/// are neither news nor none: kernels that only count do not spin, whatever their counters say. That is watched only
/// now and then, after long times in which no thread has returned, and less often each time it was in vain: kernels
/// with many atomic operations hardly pay for it. Everything is counted in operations, never in time, so that it does
/// not depend on the machine.
///
/// A block that spins may still do something: take and release locks, for instance, whose values come again. Nothing
/// has changed for it only if each address has the value that it had when it was looked at last.
///
/// Barriers and warp operations are no progress: loops such as `while (__any_sync(mask, !ready))` spin on them.
///
/// Thread safety: none; each BlockRunner has one.
class SpinWatch {
 public:
  enum class Verdict : std::uint8_t {
    kGoOn,
    kYield,  ///< The thread's turn is over; the others of its block come first.
    kSpins,  ///< Likewise for the block.
  };

  /// A strong operation, before it is performed.
  struct Operation {
    const void* address = nullptr;  ///< Null: a fence.
    std::size_t bytes = 0;
    bool looks = true;  ///< Something depends on what it finds. Not where what atomicAdd() returns is not used.
  };

  /// `threads`: of the block. Each may do some operations in passing before others have to come first.
  void begin_block(std::uint32_t threads) {
    turn_ = std::max(kTurn, kOfEach * threads);
    patience_ = kPatience;
    exited_ = 0;
    host_may_write_ = reads_clock_ = false;
    // What the OS thread's last block looked at depends on which one that was.
    if (memory_ != nullptr) memory_->forget();
    restart();
  }

  /// Counts a strong operation. True if judge() must hear of it.
  bool counts(bool looks = true) {
    turn_count_.operations += looks ? kWeightOfLook : 1;
    return turn_count_.operations >= turn_count_.length;
  }
  /// What it counts, for kernels that do so themselves.
  [[nodiscard]] Turn& turn() { return turn_count_; }
  /// `threads`: how many may be spinning; `exited`: how many have returned.
  Verdict judge(const Operation& operation, std::uint32_t threads, std::uint32_t exited);
  /// The last operation that judge() heard of saw something new.
  [[nodiscard]] bool saw_news() const { return fruitless_ == 0; }
  /// Something may have changed since the last call, or does so by itself: a clock.
  bool take_changes() { return std::exchange(changed_, reads_clock_); }
  /// The block has looked at memory that the host may write.
  [[nodiscard]] bool host_may_write() const { return host_may_write_; }
  void note_change() { changed_ = true; }
  /// A thread does what may end its wait whatever the memory holds: it reads a clock.
  void expect_changes() { changed_ = reads_clock_ = true; }
  [[nodiscard]] bool reads_clock() const { return reads_clock_; }

 private:
  static constexpr std::uint32_t kTurn = 256;        ///< Operations of a turn, at least;
  static constexpr std::uint32_t kOfEach = 2;        ///< of each thread of the block.
  static constexpr std::uint32_t kWatchedTurn = 16;  ///< Likewise, while watched.
  static constexpr std::uint32_t kPatience = 8;      ///< Turns before the first watch.
  static constexpr std::uint32_t kMostPatience = 1 << 14;
  static constexpr std::uint32_t kLooks = 16;          ///< Operations of each thread without news.
  static constexpr std::uint32_t kWatchFactor = 8;     ///< A watch takes so many times as long as spinning must last.
  static constexpr std::uint32_t kHopeless = 1 << 14;  ///< Turns without a return that count as spinning, news or not.
  static constexpr std::uint32_t kTurnWithoutLook = 64;  ///< As so many counts one that ends with what nobody looks at.
  /// Addresses and values, by one or both: open addressing, so that what was seen stays (direct-mapped, two addresses
  /// of one place would be news to each other for ever). Forgets all when there is no room for more.
  class Memory {
   public:
    /// The address had this value when it was looked at last. If not, it has from now on.
    bool was_last(const void* address, std::uint64_t value);
    /// It has had this value. If not, it has from now on.
    bool had(const void* address, std::uint64_t value);
    void forget();

   private:
    static constexpr std::size_t kFirst = 1 << 10, kMost = 1 << 20;
    struct Seen {
      const void* address = nullptr;
      std::uint64_t value = 0;
    };
    struct Table {
      std::vector<Seen> places;
      std::size_t count = 0;
    };
    /// Where `number`, which `is_it` recognises, is or may be put.
    template <class IsIt>
    static Seen& find(Table& table, std::uint64_t number, IsIt is_it);
    template <class NumberOf>
    static void make_room(Table& table, NumberOf number_of);

    Table values_;  ///< By address and value: all that was seen.
    Table last_;    ///< By address: what was seen last.
  };

  void restart() {
    turns_ = hope_lost_ = 0;
    next_watch_ = patience_;
    changed_ = true;
    stop_watching();
  }
  void stop_watching() {
    turn_count_ = {0, turn_ * kWeightOfLook};
    watches_ = false;
    fruitless_ = 1;
  }
  /// What an operation finds, for whoever looks at it.
  enum class Find : std::uint8_t {
    kNothing,  ///< What was there when it was looked at last.
    kOld,      ///< Another value, which it has had before.
    kNews,     ///< A value that it has not had.
    kUnseen,   ///< Another value than last time, at which nobody looks.
  };
  Find find(const Operation& operation);
  void watch() {
    turn_count_ = {0, kWeightOfLook};
    watches_ = true;
    fruitless_ = 1;
    watched_ = looks_ = 0;
  }

  Turn turn_count_ = {0, kTurn* kWeightOfLook};  ///< While watched judge() hears of each look.
  std::uint32_t turn_ = kTurn;
  std::uint32_t turns_ = 0;  ///< Since a thread returned.
  std::uint32_t hope_lost_ = 0;
  std::uint32_t exited_ = 0;
  std::uint32_t next_watch_ = kPatience;
  std::uint32_t patience_ = kPatience;
  std::uint32_t fruitless_ = 1, watched_ = 0, looks_ = 0;
  bool watches_ = false;
  bool changed_ = true;          ///< See take_changes().
  bool host_may_write_ = false;  ///< What the block looks at.
  bool reads_clock_ = false;
  std::unique_ptr<Memory> memory_;
};

}  // namespace fencepost::sim
