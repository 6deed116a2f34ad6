// Graphs that kernels of graphs launch (CUDA C++ Programming Guide, "Device Graph Launch").
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"
#include "sim/runtime/graph/exec.h"

namespace fencepost::sim {

/// A graph under way, with what its kernels launch. One that is launched beside it is performed when the kernel that
/// launches it has ended: nothing promises that it runs earlier. It belongs to its launcher's environment, or, as a
/// sibling, to that which the launcher belongs to, and this is done when all is done that belongs to it. Then come, one
/// after the other, the graphs that wait for its end, each with those that wait for its own.
/// Thread safety: check_launch() and add_tail() are for any thread; the rest is for the OS thread that performs.
class GraphEnvironment {
 public:
  /// Performs `exec`, and all that it launches in turn, as operations of the stream.
  static void perform(CUgraphExec_st& exec, StreamNumber stream, DeviceNumber device) {
    perform(exec, stream, device, nullptr);
  }
  /// That of which the calling OS thread performs nodes; null: none.
  static GraphEnvironment* current();
  /// Where the operations come from that the calling OS thread performs in the middle of a launch; null: they are the
  /// host's.
  static const Descent* descent();

  GraphEnvironment(const GraphEnvironment&) = delete;
  GraphEnvironment& operator=(const GraphEnvironment&) = delete;

  /// What a kernel gets for its own graph: null if no kernel may launch it.
  [[nodiscard]] cudaGraphExec_t handle() const;
  /// A kernel of the graph, on the device, launches `exec` in `stream`. If it must not, `why` says so. Otherwise the
  /// launch counts; add_tail() or perform_beside() is to follow.
  cudaError_t check_launch(cudaGraphExec_t exec, cudaStream_t stream, std::string& why);
  /// `exec` follows all that belongs to this.
  void add_tail(CUgraphExec_st& exec);
  /// Performs `exec` in a stream of its own.
  void perform_beside(CUgraphExec_st& exec, StreamNumber stream, DeviceNumber device, const Descent& descent,
                      bool as_sibling);

 private:
  struct Part {
    CUgraphExec_st* exec;
    std::uint64_t end;  ///< The event.
  };
  using Parts = std::vector<Part>;

  GraphEnvironment(CUgraphExec_st& exec, Parts& siblings) : exec_(exec), siblings_(siblings) {}
  static void perform(CUgraphExec_st& exec, StreamNumber stream, DeviceNumber device, Parts* siblings);
  static void wait_for(Parts& parts, StreamNumber stream);

  CUgraphExec_st& exec_;
  Parts parts_;
  Parts& siblings_;  ///< Of what this belongs to.
  std::deque<CUgraphExec_st*> tails_;
  unsigned launched_ = 0;  ///< Beside it.
};

/// GraphEnvironment::descent(), as operations tell it.
inline Descent descent_of_running_graph() {
  const Descent* const descent = GraphEnvironment::descent();
  return descent != nullptr ? *descent : Descent{};
}

}  // namespace fencepost::sim
