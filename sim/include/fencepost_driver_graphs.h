// Driver API: capture, graphs and their nodes, which are the runtime API's under other names. Included by cuda.h.
#pragma once

typedef enum CUstreamCaptureMode_enum {
  CU_STREAM_CAPTURE_MODE_GLOBAL = 0,
  CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  CU_STREAM_CAPTURE_MODE_RELAXED = 2
} CUstreamCaptureMode;

typedef enum CUgraphInstantiate_flags_enum {
  CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
  CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2,
  CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4,
  CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8
} CUgraphInstantiate_flags;

// Laid out alike.
typedef cudaGraphInstantiateParams CUDA_GRAPH_INSTANTIATE_PARAMS;
typedef cudaGraphExecUpdateResultInfo CUgraphExecUpdateResultInfo;

FENCEPOST_DRIVER cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return fencepost_driver_result(cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode));
}
FENCEPOST_DRIVER cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return fencepost_driver_result(cudaStreamEndCapture(stream, graph));
}
FENCEPOST_DRIVER cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
                                        const CUgraphNode** dependencies, size_t* count) {
  return fencepost_driver_result((cudaStreamGetCaptureInfo)(stream, (enum cudaStreamCaptureStatus*)status,
                                                            (unsigned long long*)id, graph, dependencies, count));
}
/// No edge here has data.
FENCEPOST_DRIVER cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id,
                                           CUgraph* graph, const CUgraphNode** dependencies,
                                           const CUgraphEdgeData** edges, size_t* count) {
  if (edges != NULL) *edges = NULL;
  return cuStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}
FENCEPOST_DRIVER cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return fencepost_driver_result(cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode*)mode));
}

FENCEPOST_DRIVER cuGraphCreate(CUgraph* graph, unsigned int flags) {
  return fencepost_driver_result(cudaGraphCreate(graph, flags));
}
FENCEPOST_DRIVER cuGraphDestroy(CUgraph graph) { return fencepost_driver_result(cudaGraphDestroy(graph)); }
FENCEPOST_DRIVER cuGraphClone(CUgraph* clone, CUgraph original) {
  return fencepost_driver_result(cudaGraphClone(clone, original));
}
FENCEPOST_DRIVER cuGraphNodeFindInClone(CUgraphNode* node, CUgraphNode original, CUgraph clone) {
  return fencepost_driver_result(cudaGraphNodeFindInClone(node, original, clone));
}
FENCEPOST_DRIVER cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return fencepost_driver_result(cudaGraphGetNodes(graph, nodes, count));
}
FENCEPOST_DRIVER cuGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return fencepost_driver_result(cudaGraphGetRootNodes(graph, nodes, count));
}
FENCEPOST_DRIVER cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, size_t* count) {
  return fencepost_driver_result((cudaGraphGetEdges)(graph, from, to, count));
}
FENCEPOST_DRIVER cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to, size_t count) {
  return fencepost_driver_result((cudaGraphAddDependencies)(graph, from, to, count));
}
FENCEPOST_DRIVER cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                           size_t count) {
  return fencepost_driver_result((cudaGraphRemoveDependencies)(graph, from, to, count));
}
FENCEPOST_DRIVER cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  return fencepost_driver_result(cudaGraphNodeGetType(node, (enum cudaGraphNodeType*)type));
}
FENCEPOST_DRIVER cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* dependencies, size_t* count) {
  return fencepost_driver_result((cudaGraphNodeGetDependencies)(node, dependencies, count));
}
FENCEPOST_DRIVER cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* dependents, size_t* count) {
  return fencepost_driver_result((cudaGraphNodeGetDependentNodes)(node, dependents, count));
}
FENCEPOST_DRIVER cuGraphDestroyNode(CUgraphNode node) { return fencepost_driver_result(cudaGraphDestroyNode(node)); }
FENCEPOST_DRIVER cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned int flags) {
  return fencepost_driver_result(cudaGraphDebugDotPrint(graph, path, flags));
}

typedef cudaUserObject_t CUuserObject;
typedef enum CUuserObject_flags_enum { CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } CUuserObject_flags;
typedef enum CUuserObjectRetain_flags_enum { CU_GRAPH_USER_OBJECT_MOVE = 1 } CUuserObjectRetain_flags;
FENCEPOST_DRIVER cuUserObjectCreate(CUuserObject* object, void* of_program, CUhostFn destroy, unsigned int count,
                                    unsigned int flags) {
  return fencepost_driver_result(cudaUserObjectCreate(object, of_program, destroy, count, flags));
}
FENCEPOST_DRIVER cuUserObjectRetain(CUuserObject object, unsigned int count) {
  return fencepost_driver_result(cudaUserObjectRetain(object, count));
}
FENCEPOST_DRIVER cuUserObjectRelease(CUuserObject object, unsigned int count) {
  return fencepost_driver_result(cudaUserObjectRelease(object, count));
}
FENCEPOST_DRIVER cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) {
  return fencepost_driver_result(cudaGraphRetainUserObject(graph, object, count, flags));
}
FENCEPOST_DRIVER cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
  return fencepost_driver_result(cudaGraphReleaseUserObject(graph, object, count));
}
FENCEPOST_DRIVER cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* child) {
  return fencepost_driver_result(cudaGraphChildGraphNodeGetGraph(node, child));
}

#define FENCEPOST_NEW_DRIVER_NODE CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count
FENCEPOST_DRIVER cuGraphAddKernelNode(FENCEPOST_NEW_DRIVER_NODE, const CUDA_KERNEL_NODE_PARAMS* parameters) {
  if (parameters == NULL) return CUDA_ERROR_INVALID_VALUE;
  const struct cudaKernelNodeParams same = fencepost_kernel_node(parameters);
  return fencepost_driver_result(cudaGraphAddKernelNode(node, graph, dependencies, count, &same));
}
FENCEPOST_DRIVER cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* parameters) {
  if (parameters == NULL) return CUDA_ERROR_INVALID_VALUE;
  const struct cudaKernelNodeParams same = fencepost_kernel_node(parameters);
  return fencepost_driver_result(cudaGraphKernelNodeSetParams(node, &same));
}
FENCEPOST_DRIVER cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                const CUDA_KERNEL_NODE_PARAMS* parameters) {
  if (parameters == NULL) return CUDA_ERROR_INVALID_VALUE;
  const struct cudaKernelNodeParams same = fencepost_kernel_node(parameters);
  return fencepost_driver_result(cudaGraphExecKernelNodeSetParams(exec, node, &same));
}
FENCEPOST_DRIVER cuGraphAddMemcpyNode(FENCEPOST_NEW_DRIVER_NODE, const CUDA_MEMCPY3D* copy, CUcontext context) {
  struct cudaMemcpy3DParms parameters;
  const CUresult result = fencepost_copy_parameters(copy, &parameters);
  (void)context;
  if (result != CUDA_SUCCESS) return result;
  return fencepost_driver_result(cudaGraphAddMemcpyNode(node, graph, dependencies, count, &parameters));
}
FENCEPOST_DRIVER cuGraphAddMemsetNode(FENCEPOST_NEW_DRIVER_NODE, const CUDA_MEMSET_NODE_PARAMS* parameters,
                                      CUcontext context) {
  (void)context;
  if (parameters == NULL) return CUDA_ERROR_INVALID_VALUE;
  const struct cudaMemsetParams same =
      fencepost_fill_node(parameters->dst, parameters->pitch, parameters->value, parameters->elementSize,
                          parameters->width, parameters->height);
  return fencepost_driver_result(cudaGraphAddMemsetNode(node, graph, dependencies, count, &same));
}
FENCEPOST_DRIVER cuGraphAddHostNode(FENCEPOST_NEW_DRIVER_NODE, const CUDA_HOST_NODE_PARAMS* parameters) {
  struct cudaHostNodeParams same;
  if (parameters == NULL) return CUDA_ERROR_INVALID_VALUE;
  same.fn = parameters->fn;
  same.userData = parameters->userData;
  return fencepost_driver_result(cudaGraphAddHostNode(node, graph, dependencies, count, &same));
}
FENCEPOST_DRIVER cuGraphAddChildGraphNode(FENCEPOST_NEW_DRIVER_NODE, CUgraph child) {
  return fencepost_driver_result(cudaGraphAddChildGraphNode(node, graph, dependencies, count, child));
}
FENCEPOST_DRIVER cuGraphAddEmptyNode(FENCEPOST_NEW_DRIVER_NODE) {
  return fencepost_driver_result(cudaGraphAddEmptyNode(node, graph, dependencies, count));
}
FENCEPOST_DRIVER cuGraphAddEventRecordNode(FENCEPOST_NEW_DRIVER_NODE, CUevent event) {
  return fencepost_driver_result(cudaGraphAddEventRecordNode(node, graph, dependencies, count, event));
}
FENCEPOST_DRIVER cuGraphAddEventWaitNode(FENCEPOST_NEW_DRIVER_NODE, CUevent event) {
  return fencepost_driver_result(cudaGraphAddEventWaitNode(node, graph, dependencies, count, event));
}
#undef FENCEPOST_NEW_DRIVER_NODE

FENCEPOST_DRIVER cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
  return fencepost_driver_result(cudaGraphInstantiateWithFlags(exec, graph, flags));
}
FENCEPOST_DRIVER cuGraphInstantiateWithParams(CUgraphExec* exec, CUgraph graph,
                                              CUDA_GRAPH_INSTANTIATE_PARAMS* parameters) {
  return fencepost_driver_result(cudaGraphInstantiateWithParams(exec, graph, parameters));
}
#define cuGraphInstantiate cuGraphInstantiateWithFlags
FENCEPOST_DRIVER cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return fencepost_driver_result(cudaGraphLaunch(exec, stream));
}
FENCEPOST_DRIVER cuGraphUpload(CUgraphExec exec, CUstream stream) {
  return fencepost_driver_result(cudaGraphUpload(exec, stream));
}
FENCEPOST_DRIVER cuGraphExecDestroy(CUgraphExec exec) { return fencepost_driver_result(cudaGraphExecDestroy(exec)); }
FENCEPOST_DRIVER cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo* info) {
  return fencepost_driver_result((cudaGraphExecUpdate)(exec, graph, info));
}
FENCEPOST_DRIVER cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled) {
  return fencepost_driver_result(cudaGraphNodeSetEnabled(exec, node, enabled));
}
FENCEPOST_DRIVER cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int* enabled) {
  return fencepost_driver_result(cudaGraphNodeGetEnabled(exec, node, enabled));
}
