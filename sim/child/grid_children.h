// What the threads of a running grid put into streams of the device's: launches, copies, events (CUDA C++ Programming
// Guide, "CUDA Dynamic Parallelism").
//
// They are kept in the order in which they are issued, and done one after the other when the grid has ended: nothing
// promises that they run earlier, and each then comes after all that it may wait for. What is in cudaStreamTailLaunch
// is done last. A grid that a kernel launches is complete, for those behind it, when all is done that it launched in
// turn.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"
#include "sim/runtime/graph/environment.h"
#include "sim/runtime/launch.h"

namespace fencepost::sim {

/// Of one launch. Thread safety: what threads of the grid call is safe among them.
class GridChildren {
 public:
  /// `depth`: 0 of a launch of the host's. `nested`: it runs in the middle of another launch.
  /// `graph`: that it is a kernel of; null: of none.
  GridChildren(std::uint64_t launch, DeviceNumber device, unsigned depth, bool nested, GraphEnvironment* graph)
      : launch_(launch), device_(device), depth_(depth), nested_(nested), graph_(graph) {}
  /// Those of the grid that the calling thread is of.
  static GridChildren& of_running_thread();
  [[nodiscard]] DeviceNumber device() const { return device_; }
  [[nodiscard]] GraphEnvironment* graph() const { return graph_; }

  // --- For threads of the grid -------------------------------------------------------------------------------------

  static constexpr char kLaunchCall[] = "kernel launch";
  /// CUDA's limit for the depth of nested launches.
  static constexpr unsigned kMostDepth = 24;

  /// `stream` as the kernel names it. False: there is no such stream of the grid's.
  bool is_stream(cudaStream_t stream);
  cudaStream_t create_stream();
  bool destroy_stream(cudaStream_t stream);
  cudaEvent_t create_event();
  bool destroy_event(cudaEvent_t event);
  bool is_event(cudaEvent_t event);

  /// Does the work, in the stream, when its time has come.
  using Perform = std::function<void(StreamNumber, const Descent&)>;
  void add(cudaStream_t stream, Perform perform);
  /// Like add(), unless too many wait (cudaLimitDevRuntimePendingLaunchCount) or the grid is too deep.
  cudaError_t add_launch(cudaStream_t stream, std::unique_ptr<ChildLaunch> launch);
  /// A graph that the kernel's own may launch, in a stream of graphs.
  void add_graph(CUgraphExec_st& graph, cudaStream_t stream);
  void record(cudaEvent_t event, cudaStream_t stream, const void* pc);
  void wait(cudaStream_t stream, cudaEvent_t event, const void* pc);

  /// Runs what threads of the calling thread's block have launched so far, and all that this launches.
  cudaError_t await_block(const void* pc);

  /// An error becomes the calling thread's last one. Returns `error`.
  cudaError_t result(cudaError_t error);
  /// The same of a launch: one that failed, and of which the thread never asks, is told when the grid has ended.
  void launch_result(cudaError_t error, const void* pc) {
    tell_if_unread(error, kLaunchCall, "the grid did not run", pc);
  }
  /// A call that makes no sense, as `what` says: told when the grid has ended.
  void tell_invalid(const char* call, std::string what, const void* pc);
  cudaError_t last_error(bool clear);

  // --- For the thread that launched the grid, which has ended --------------------------------------------------------

  void run_all();
  void tell_errors();

 private:
  struct Entry {
    bool is_tail = false;
    cudaStream_t stream = nullptr;
    BlockRank block = 0;
    std::uint64_t request = 0;  ///< 0: it touches no memory.
    bool is_launch = false;
    bool of_graph = false;
    Perform perform;
  };
  struct Failure {
    const char* call;
    std::string what;
    const void* pc;
    friend auto operator<=>(const Failure&, const Failure&) = default;
  };

  void add(Entry entry);
  /// Those that `chosen` says, one after the other. `awaited`: a thread of the grid waits for them.
  void run(const std::function<bool(const Entry&)>& chosen, bool awaited);
  StreamNumber number_of(const Entry&);
  StreamNumber new_stream(DeviceStream::Of, BlockRank block);

  const std::uint64_t launch_;
  const DeviceNumber device_;
  const unsigned depth_;
  const bool nested_;
  GraphEnvironment* const graph_;
  std::mutex mutex_;
  std::deque<Entry> entries_;
  std::set<cudaStream_t> streams_;
  std::map<cudaEvent_t, std::uint64_t> events_;  ///< With the observer's numbers.
  struct LastError {
    cudaError_t error = cudaSuccess;
    std::set<Failure> unread;  ///< Launches, and waits.
  };
  void tell_if_unread(cudaError_t error, const char* call, const char* consequence, const void* pc);
  LastError& last_error();

  std::map<std::pair<BlockRank, ThreadRank>, LastError> last_errors_;
  std::set<Failure> failures_;
  std::map<std::pair<cudaStream_t, BlockRank>, StreamNumber> numbers_;
  std::vector<StreamNumber> used_;
};

}  // namespace fencepost::sim
