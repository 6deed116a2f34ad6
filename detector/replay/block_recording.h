// Records one block: what its threads did in each interval, and what its arrays held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detector/model/finding.h"
#include "detector/replay/arrays.h"
#include "detector/replay/event.h"
#include "detector/replay/lockstep.h"
#include "detector/worker/access_listener.h"

namespace fencepost::detector {

/// A recorded block as lines of text (docs/replay.md): one that tells of the block, then one for each interval.
struct RecordedBlock {
  std::uint64_t launch = 0;
  sim::BlockRank block = 0;
  std::vector<std::string> lines;
};

/// Thread safety: as BlockListener has it.
class BlockRecording final : public BlockListener {
 public:
  using Finished = std::function<void(RecordedBlock)>;
  /// `finished` is called once, at the latest when this is destroyed.
  BlockRecording(const sim::LaunchInfo& launch, sim::BlockRank block, std::string kernel, Finished finished);
  ~BlockRecording() override;
  BlockRecording(const BlockRecording&) = delete;
  BlockRecording& operator=(const BlockRecording&) = delete;

  void on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) override;
  void on_basic_block(const void* pc, const void* frame) override;
  void on_interval_end(const void* barrier_pc) override;

 private:
  /// How far a thread is in the kernel.
  struct Thread {
    std::uintptr_t frame = 0;  ///< The kernel's; 0: it has not entered it.
  };

  void add(ReplayEvent event);
  void settle_writes();
  void note_unseen_change(const ReplayArrays::Place& place);
  bool enters_kernel(const void* pc);
  std::uint32_t line_of(std::uint32_t pc);
  std::uint32_t line_of_barrier(const void* pc);
  std::uint32_t number_of(const Location& line);

  void drop_returns();
  std::string interval_text(const void* barrier_pc);
  void append_warp(std::string& text, std::size_t first);
  void append_access(std::string& text, const ReplayStep& step, const ReplayAccess& access, bool& is_first);
  std::string changes_text(const std::vector<ReplayArrays::Change>& changes) const;
  [[nodiscard]] std::unordered_set<std::uint64_t> written_by_several() const;
  void finish(bool ended);

  const sim::LaunchInfo& launch_;
  sim::BlockRank block_;
  std::string kernel_;
  Finished finished_;
  ReplayArrays arrays_;

  // Of the interval:
  std::vector<ReplayEvent> events_;
  std::vector<ReplayValue> values_;
  std::vector<std::size_t> unsettled_;              ///< Events whose write is yet to be performed.
  std::vector<ReplayArrays::Change> seen_changes_;  ///< Found when the block read what others had changed.
  std::unordered_set<std::uint64_t> several_;
  const void* after_ = nullptr;

  std::vector<Thread> threads_;
  std::unordered_map<const void*, bool> enters_;
  std::unordered_map<std::uint32_t, std::uint32_t> lines_by_pc_;
  std::map<Location, std::uint32_t> line_numbers_;
  std::vector<Location> lines_;

  std::vector<std::string> intervals_;
  std::size_t text_bytes_ = 0;
  std::uint64_t interval_count_ = 0;
  bool has_blocks_ = false;
  bool is_full_ = false;  ///< No more is recorded.
  bool finished_called_ = false;
};

}  // namespace fencepost::detector
