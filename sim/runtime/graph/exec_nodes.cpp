// Changes what the nodes of an executable graph do.
#include <optional>
#include <utility>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/exec.h"
#include "sim/runtime/graph/work.h"

using fencepost::sim::find_node;
using fencepost::sim::NodeCall;
using fencepost::sim::result;
using fencepost::sim::Work;

namespace {

template <class Make>
cudaError_t change(const char* name, const void* pc, cudaGraphExec_t exec, cudaGraphNode_t source,
                   cudaGraphNodeType type, Make make) {
  CUgraphExec_st::Node* const node = find_node(exec, source);
  if (node == nullptr || node->work.type != type) return result(name, cudaErrorInvalidValue, pc);
  NodeCall call{name, pc};
  call.cluster = node->work.cluster;
  std::optional<Work> work = make(call);
  if (!work) return call.error;
  node->work = std::move(*work);
  exec->is_uploaded = false;
  return cudaSuccess;
}

}  // namespace

#define FENCEPOST_PLACE __func__, FENCEPOST_USER_PC, exec, node

extern "C" {

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeKernel, [&](NodeCall& call) { return call.kernel(parameters); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeMemcpy, [&](NodeCall& call) { return call.copy(parameters); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* dst, const void* src,
                                               size_t bytes, cudaMemcpyKind kind) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeMemcpy,
                [&](NodeCall& call) { return call.copy_1d(dst, src, bytes, kind); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeMemset, [&](NodeCall& call) { return call.fill(parameters); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeHost, [&](NodeCall& call) { return call.host(parameters); });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeEventRecord,
                [&](NodeCall& call) { return call.record_event(event); });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeWaitEvent, [&](NodeCall& call) { return call.wait_event(event); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  if (parameters == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return change(FENCEPOST_PLACE, parameters->type, [&](NodeCall& call) { return call.any(parameters); });
}

/// Nodes of the same shape take over each other's work.
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) {
  const std::scoped_lock lock(fencepost::sim::graph_mutex());
  if (!fencepost::sim::is_exec(exec) || !fencepost::sim::is_node(node) || node->child == nullptr ||
      !fencepost::sim::is_graph(child) || child->nodes.size() != node->child->nodes.size()) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  for (std::size_t i = 0; i < child->nodes.size(); ++i) {
    CUgraphExec_st::Node* const place = find_node(exec, node->child->nodes[i].get());
    if (place == nullptr || place->work.type != child->nodes[i]->work.type) {
      return FENCEPOST_RESULT(cudaErrorInvalidValue);
    }
    place->work = child->nodes[i]->work;
  }
  return cudaSuccess;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled) {
  CUgraphExec_st::Node* const found = find_node(exec, node);
  if (found == nullptr || found->work.type > cudaGraphNodeTypeMemset) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  found->enabled = enabled != 0;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int* enabled) {
  const CUgraphExec_st::Node* const found = find_node(exec, node);
  if (found == nullptr || enabled == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *enabled = found->enabled ? 1 : 0;
  return cudaSuccess;
}

}  // extern "C"

#undef FENCEPOST_PLACE
