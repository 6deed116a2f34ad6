// Where the threads of a tile larger than a warp wait for each other.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost::sim {

/// One for each OS thread and each kind of meeting.
class TileMeetings {
 public:
  /// The running thread waits for the other threads of [first, first + count) of its block. In the last one to come,
  /// which does not wait, `then(threads)` is called before the others go on.
  template <class Then>
  void meet(std::uint32_t first, std::uint32_t count, const void* pc, Then then) {
    BlockRunner& runner = *current.runner;
    // A block that was abandoned leaves threads behind.
    const std::pair of{runner.launch()->number, runner.block()};
    if (of != of_) here_.clear();
    of_ = of;
    std::vector<ThreadRank>& here = here_[{first, count}];
    here.push_back(current.thread);
    if (here.size() != count) return runner.park(pc);
    then(here);
    for (const ThreadRank thread : here) runner.wake(thread);
    here.clear();
  }

 private:
  std::pair<std::uint64_t, BlockRank> of_{0, 0};  ///< Launch and block that here_ is about.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ThreadRank>> here_;
};

}  // namespace fencepost::sim
