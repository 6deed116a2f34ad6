// The forms of graph functions that other releases of CUDA have. Data on edges (programmatic launches) is an
// optimisation: an edge orders all of its nodes here.
#include "sim/include/cuda_runtime_api.h"

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                              size_t* count) {
  const cudaError_t error = cudaGraphGetEdges(graph, from, to, count);
  if (error == cudaSuccess && edges != nullptr) {
    for (size_t i = 0; i < *count; ++i) edges[i] = {};
  }
  return error;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies, cudaGraphEdgeData* edges,
                                         size_t* count) {
  const cudaError_t error = cudaGraphNodeGetDependencies(node, dependencies, count);
  if (error == cudaSuccess && edges != nullptr) {
    for (size_t i = 0; i < *count; ++i) edges[i] = {};
  }
  return error;
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents, cudaGraphEdgeData* edges,
                                           size_t* count) {
  const cudaError_t error = cudaGraphNodeGetDependentNodes(node, dependents, count);
  if (error == cudaSuccess && edges != nullptr) {
    for (size_t i = 0; i < *count; ++i) edges[i] = {};
  }
  return error;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, size_t* count) {
  if (edges != nullptr) *edges = nullptr;  // All edges are plain ones.
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData*, size_t count, unsigned int flags) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags);
}
