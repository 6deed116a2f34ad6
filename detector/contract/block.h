// The contracts of the threads of a running block: what each has, what its barriers take and give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "detector/contract/ledger.h"
#include "detector/contract/log.h"
#include "detector/contract/permissions.h"
#include "detector/include/fencepost/contract_sequence.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Bytes as they were when a thread entered a kernel or a function: those for which it had a permission.
class OldMemory {
 public:
  explicit OldMemory(const Permissions& held);
  OldMemory() = default;
  /// False if not all of them are known.
  bool read(void* to, std::uintptr_t address, std::size_t bytes) const;

 private:
  struct Range {
    std::uintptr_t begin, end;
    std::size_t at;  ///< In bytes_.
  };
  std::vector<Range> ranges_;
  std::vector<std::byte> bytes_;
};

/// What a loop or function that is called leaves to the code around it.
struct ContractFrame {
  Permissions rest;
  OldMemory old;
  bool is_function = false;
};

/// One thread. In a kernel without a contract nothing is compared, but clauses are evaluated.
struct ThreadContract {
  bool entered = false;   ///< Its kernel has a contract.
  bool compared = false;  ///< … with permissions.
  Permissions held;
  Permissions taken;  ///< By the annotation that is being evaluated; what it reads may lie there, too.
  OldMemory old;      ///< Of the kernel's entry.
  std::vector<ContractFrame> frames;
  std::uint32_t arrived_in = 0;  ///< The interval in which it came to the annotated barrier it is at.
  const contract::Clause* barrier = nullptr;

  [[nodiscard]] const OldMemory& innermost_old() const;
};

/// Where an address lies.
struct ContractPlace {
  Space space = Space::kNone;  ///< kNone: no memory of the device. kLocal: the thread's own, kConstant: for reading.
  std::uintptr_t begin = 0, end = 0;  ///< Of the variable or the allocation.
};

/// One per OS thread, for the block that it runs. Opened by the first contract that is met there.
/// Thread safety: none; its own OS thread only.
class ContractBlock {
 public:
  /// Of the running thread's block; null if its accesses are not checked.
  static ContractBlock* of_running_thread();
  /// The calling OS thread's block has a contract.
  static bool is_open();
  /// Compares what remains, and hands the log to the launch. Only if is_open().
  static void close();

  ThreadContract& running_thread();
  [[nodiscard]] ContractMistake::Instance instance(std::uintptr_t address = 0) const;
  ContractLog& log() { return log_; }
  ClauseCounts& counts() { return counts_; }
  /// Values of given variables, as the block's clauses see them.
  std::map<const contract::Clause*, contract::Sequence<std::int64_t>>& given() { return given_; }
  [[nodiscard]] std::uint32_t interval() const;

  /// The kernel's own contract; its accesses are listened to from now on if that has permissions.
  void enter_kernel(bool permissions);
  void grant_at_entry(const HeldRange& range, Space space);
  void arrive(const contract::Clause& barrier);
  void hand_in(const HeldRange& range);
  void give(const HeldRange& range);
  /// What the running thread has not handed in at the barrier that it is at, of what atomic operations may change.
  void note_kept();
  void depart();

  /// An access by the running thread, which it does not have the permission for, as far as on_access() saw.
  void check_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc);
  ContractPlace place(std::uintptr_t address);
  /// Notes `key` about bytes at `address`, of the running thread.
  void note(const ContractLog::Key& key, std::uintptr_t address, std::uint32_t bytes, ContractMistake::Facts facts);
  [[nodiscard]] ThreadContract* threads() { return threads_.data(); }

 private:
  /// What one passing of a barrier takes and gives.
  struct Exchange {
    std::vector<Grant> handed_in, given, kept;
    std::uint32_t arrived = 0, left = 0;
  };
  using Passing = std::pair<std::uint32_t, const contract::Clause*>;  ///< The interval before it, the barrier.

  void open(const sim::LaunchInfo& launch, sim::BlockRank block);
  void compare(const Passing& passing, Exchange& exchange);
  void note_sum(ContractMistake::Kind kind, contract::library::Occasion occasion, const contract::Clause* barrier,
                std::uint32_t interval, const Imbalance& imbalance);
  [[nodiscard]] std::uint64_t rank_in_grid(std::uint64_t thread) const;
  [[nodiscard]] std::uintptr_t name_of(std::uintptr_t address, Space space) const;

  const sim::LaunchInfo* launch_ = nullptr;  ///< Null: not open.
  sim::BlockRank block_ = 0;
  bool listens_ = false;
  std::vector<ThreadContract> threads_;
  std::map<Passing, Exchange> exchanges_;
  std::vector<Grant> shared_at_entry_, global_at_entry_;
  std::vector<TakenBack> taken_back_;  ///< Of global memory, if the grid has other blocks.
  std::vector<ContractPlace> places_;  ///< Found lately.
  ContractLog log_;
  ClauseCounts counts_;
  std::map<const contract::Clause*, contract::Sequence<std::int64_t>> given_;
};

/// Some clause of the program reads old memory. Thread safety: any thread.
void expect_old_memory();

}  // namespace fencepost::detector
