// Makes the nodes of graphs, and changes them.
#include <algorithm>
#include <vector>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/program_variables.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/graph.h"
#include "sim/runtime/graph/work.h"
#include "sim/runtime/unsupported.h"

using fencepost::sim::is_graph;
using fencepost::sim::is_node;
using fencepost::sim::NodeCall;
using fencepost::sim::result;
using fencepost::sim::Work;

namespace {

/// What a node waits for. False if these are no nodes of the graph, or one comes twice.
bool take_dependencies(cudaGraph_t graph, const cudaGraphNode_t* dependencies, std::size_t count,
                       std::vector<cudaGraphNode_t>& before) {
  if (!is_graph(graph) || (count != 0 && dependencies == nullptr)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_node(dependencies[i]) || dependencies[i]->graph != graph) return false;
    if (std::ranges::find(before, dependencies[i]) != before.end()) return false;
    before.push_back(dependencies[i]);
  }
  return true;
}

/// Where a node is to be.
struct NewNode {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* dependencies;
  std::size_t count;
};

/// `make(call)` makes the node's work.
template <class Make>
cudaError_t add(const char* name, const void* pc, const NewNode& at, Make make) {
  if (fencepost::sim::sticky_error() != cudaSuccess) return result(name, fencepost::sim::sticky_error(), pc);
  std::vector<cudaGraphNode_t> before;
  if (at.node == nullptr || !take_dependencies(at.graph, at.dependencies, at.count, before)) {
    return result(name, cudaErrorInvalidValue, pc);
  }
  NodeCall call{name, pc};
  std::optional<Work> work = make(call);
  if (!work) return call.error;
  *at.node = fencepost::sim::add_node(*at.graph, std::move(*work), std::move(before));
  return cudaSuccess;
}

template <class Make>
cudaError_t change(const char* name, const void* pc, cudaGraphNode_t node, cudaGraphNodeType type, Make make) {
  if (!is_node(node) || node->work.type != type) return result(name, cudaErrorInvalidValue, pc);
  NodeCall call{name, pc};
  call.cluster = node->work.cluster;
  std::optional<Work> work = make(call);
  if (!work) return call.error;
  node->work = std::move(*work);
  return cudaSuccess;
}

template <class Parameters>
cudaError_t get(const char* name, const void* pc, cudaGraphNode_t node, Parameters* parameters) {
  const auto* const found = is_node(node) ? std::get_if<Parameters>(&node->work.parameters) : nullptr;
  if (found == nullptr || parameters == nullptr) return result(name, cudaErrorInvalidValue, pc);
  *parameters = *found;
  return cudaSuccess;
}

cudaError_t get_event(const char* name, const void* pc, cudaGraphNode_t node, cudaGraphNodeType type,
                      cudaEvent_t* event) {
  if (!is_node(node) || node->work.type != type) return result(name, cudaErrorInvalidValue, pc);
  return get(name, pc, node, event);
}

}  // namespace

#define FENCEPOST_PLACE \
  __func__, FENCEPOST_USER_PC, NewNode { node, graph, dependencies, count }
#define FENCEPOST_NEW_NODE cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count

extern "C" {

cudaError_t cudaGraphAddKernelNode(FENCEPOST_NEW_NODE, const cudaKernelNodeParams* parameters) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.kernel(parameters); });
}

cudaError_t cudaGraphAddMemcpyNode(FENCEPOST_NEW_NODE, const cudaMemcpy3DParms* parameters) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.copy(parameters); });
}

cudaError_t cudaGraphAddMemcpyNode1D(FENCEPOST_NEW_NODE, void* dst, const void* src, size_t bytes,
                                     cudaMemcpyKind kind) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.copy_1d(dst, src, bytes, kind); });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(FENCEPOST_NEW_NODE, const void* symbol, const void* src, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  auto* const dst = static_cast<std::byte*>(const_cast<void*>(fencepost::sim::variable_of(symbol))) + offset;
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.copy_1d(dst, src, bytes, kind); });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(FENCEPOST_NEW_NODE, void* dst, const void* symbol, size_t bytes,
                                             size_t offset, cudaMemcpyKind kind) {
  const auto* const src = static_cast<const std::byte*>(fencepost::sim::variable_of(symbol)) + offset;
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.copy_1d(dst, src, bytes, kind); });
}

cudaError_t cudaGraphAddMemsetNode(FENCEPOST_NEW_NODE, const cudaMemsetParams* parameters) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.fill(parameters); });
}

cudaError_t cudaGraphAddHostNode(FENCEPOST_NEW_NODE, const cudaHostNodeParams* parameters) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.host(parameters); });
}

cudaError_t cudaGraphAddEmptyNode(FENCEPOST_NEW_NODE) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return std::optional<Work>(Work{.pc = call.pc}); });
}

cudaError_t cudaGraphAddChildGraphNode(FENCEPOST_NEW_NODE, cudaGraph_t child) {
  std::vector<cudaGraphNode_t> before;
  if (node == nullptr || !take_dependencies(graph, dependencies, count, before) || !is_graph(child)) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  if (fencepost::sim::has_choices(*child)) return FENCEPOST_RESULT(cudaErrorNotSupported);
  *node = fencepost::sim::add_child(*graph, *child, FENCEPOST_USER_PC, std::move(before));
  return cudaSuccess;
}

cudaError_t cudaGraphAddEventRecordNode(FENCEPOST_NEW_NODE, cudaEvent_t event) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.record_event(event); });
}

cudaError_t cudaGraphAddEventWaitNode(FENCEPOST_NEW_NODE, cudaEvent_t event) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.wait_event(event); });
}

cudaError_t cudaGraphAddMemAllocNode(FENCEPOST_NEW_NODE, cudaMemAllocNodeParams* parameters) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) -> std::optional<Work> {
    if (parameters == nullptr || parameters->bytesize == 0) return call.fail(cudaErrorInvalidValue);
    auto work = fencepost::sim::allocation_work(call.call, *parameters, 0, call.pc);
    return work ? work : call.fail(cudaErrorMemoryAllocation);
  });
}

cudaError_t cudaGraphAddMemFreeNode(FENCEPOST_NEW_NODE, void* pointer) {
  return add(FENCEPOST_PLACE, [&](NodeCall& call) -> std::optional<Work> {
    if (!fencepost::sim::is_graph_memory(pointer)) return call.fail(cudaErrorInvalidValue);
    return fencepost::sim::release_work(call.call, pointer, call.pc);
  });
}

cudaError_t cudaGraphAddNode(FENCEPOST_NEW_NODE, cudaGraphNodeParams* parameters) {
  if (parameters == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  switch (parameters->type) {
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, dependencies, count, &parameters->alloc);
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, dependencies, count, parameters->free.dptr);
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, dependencies, count, parameters->graph.graph);
    case cudaGraphNodeTypeConditional: {
      const cudaError_t error =
          add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.conditional(&parameters->conditional); });
      if (error == cudaSuccess) fencepost::sim::add_choice(**node, parameters->conditional);
      return error;
    }
    default:
      return add(FENCEPOST_PLACE, [&](NodeCall& call) { return call.any(parameters); });
  }
}

#undef FENCEPOST_PLACE
#define FENCEPOST_PLACE __func__, FENCEPOST_USER_PC, node

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return get(FENCEPOST_PLACE, parameters);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeKernel, [&](NodeCall& call) { return call.kernel(parameters); });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID,
                                            cudaKernelNodeAttrValue* value) {
  if (!is_node(node) || value == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *value = {};
  return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
  if (is_node(node) && value != nullptr && attribute == cudaLaunchAttributeClusterDimension) {
    fencepost::sim::refuse("the cluster of a kernel node (cudaGraphKernelNodeSetAttribute)", FENCEPOST_USER_PC);
  }
  return FENCEPOST_RESULT(is_node(node) && value != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return get(FENCEPOST_PLACE, parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeMemcpy, [&](NodeCall& call) { return call.copy(parameters); });
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t bytes,
                                           cudaMemcpyKind kind) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeMemcpy,
                [&](NodeCall& call) { return call.copy_1d(dst, src, bytes, kind); });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return get(FENCEPOST_PLACE, parameters);
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeMemset, [&](NodeCall& call) { return call.fill(parameters); });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return get(FENCEPOST_PLACE, parameters);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeHost, [&](NodeCall& call) { return call.host(parameters); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* child) {
  if (child == nullptr || !is_node(node) || node->child == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *child = node->child.get();
  return cudaSuccess;
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event(FENCEPOST_PLACE, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeEventRecord,
                [&](NodeCall& call) { return call.record_event(event); });
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event(FENCEPOST_PLACE, cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change(FENCEPOST_PLACE, cudaGraphNodeTypeWaitEvent, [&](NodeCall& call) { return call.wait_event(event); });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* parameters) {
  return get(FENCEPOST_PLACE, parameters);
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return get(FENCEPOST_PLACE, static_cast<void**>(pointer));
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  if (parameters == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return change(FENCEPOST_PLACE, parameters->type, [&](NodeCall& call) { return call.any(parameters); });
}

}  // extern "C"

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, dependencies, count, parameters);
}

#undef FENCEPOST_PLACE
