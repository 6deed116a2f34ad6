// The work of graph nodes, from the parameters that the API describes them with.
#pragma once

#include <optional>

#include "sim/runtime/work.h"

namespace fencepost::sim {

/// Each is the work that `call`, at `pc` in the user's code, asks for; nullopt and `error` if its parameters are wrong,
/// of which the observer has been told.
struct NodeCall {
  const char* call;
  const void* pc;
  cudaError_t error = cudaSuccess;
  Extent cluster{0, 0, 0};  ///< Of the launch whose parameters are changed.

  std::optional<Work> kernel(const cudaKernelNodeParams*);
  std::optional<Work> copy(const cudaMemcpy3DParms*);
  std::optional<Work> copy_1d(void* dst, const void* src, std::size_t bytes, cudaMemcpyKind);
  std::optional<Work> fill(const cudaMemsetParams*);
  std::optional<Work> host(const cudaHostNodeParams*);
  std::optional<Work> record_event(cudaEvent_t);
  std::optional<Work> wait_event(cudaEvent_t);
  /// A conditional node, which add_choice() completes.
  std::optional<Work> conditional(const cudaConditionalNodeParams*);
  /// Of any of the above, which can be changed later, by its type.
  std::optional<Work> any(const cudaGraphNodeParams*);

  /// Tells the observer.
  std::nullopt_t fail(cudaError_t);
};

/// Memory that is allocated when the node's turn comes, at the address that `parameters` gets. The address is kept for
/// it as long as the work exists.
std::optional<Work> allocation_work(const char* call, cudaMemAllocNodeParams& parameters, std::size_t element_bytes,
                                    const void* pc);
Work release_work(const char* call, void* pointer, const void* pc);
/// The address is one that allocation_work() keeps. Thread safety: full.
bool is_graph_memory(const void* pointer);

}  // namespace fencepost::sim
