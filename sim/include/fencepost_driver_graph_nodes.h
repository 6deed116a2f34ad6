// Driver API: nodes of any type by one call (cuGraphAddNode), conditional nodes among them; the runtime API's under
// other names. Included by cuda.h.
#pragma once

typedef enum CUgraphNodeType_enum {
  CU_GRAPH_NODE_TYPE_KERNEL = 0,
  CU_GRAPH_NODE_TYPE_MEMCPY = 1,
  CU_GRAPH_NODE_TYPE_MEMSET = 2,
  CU_GRAPH_NODE_TYPE_HOST = 3,
  CU_GRAPH_NODE_TYPE_GRAPH = 4,
  CU_GRAPH_NODE_TYPE_EMPTY = 5,
  CU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
  CU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
  CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
  CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
  CU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
  CU_GRAPH_NODE_TYPE_MEM_FREE = 11,
  CU_GRAPH_NODE_TYPE_BATCH_MEM_OP = 12,
  CU_GRAPH_NODE_TYPE_CONDITIONAL = 13
} CUgraphNodeType;

typedef cuuint64_t CUgraphConditionalHandle;
#define CU_GRAPH_COND_ASSIGN_DEFAULT 0x1
typedef enum CUgraphConditionalNodeType_enum {
  CU_GRAPH_COND_TYPE_IF = 0,
  CU_GRAPH_COND_TYPE_WHILE = 1,
  CU_GRAPH_COND_TYPE_SWITCH = 2
} CUgraphConditionalNodeType;
typedef struct CUDA_CONDITIONAL_NODE_PARAMS {
  CUgraphConditionalHandle handle;
  CUgraphConditionalNodeType type;
  unsigned int size;
  CUgraph* phGraph_out;
  CUcontext ctx;
} CUDA_CONDITIONAL_NODE_PARAMS;

typedef struct CUDA_MEMSET_NODE_PARAMS_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
} CUDA_MEMSET_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
  CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;

typedef struct CUDA_HOST_NODE_PARAMS_st {
  CUhostFn fn;
  void* userData;
} CUDA_HOST_NODE_PARAMS;
typedef struct CUDA_HOST_NODE_PARAMS_v2_st {
  CUhostFn fn;
  void* userData;
} CUDA_HOST_NODE_PARAMS_v2;

typedef CUDA_KERNEL_NODE_PARAMS CUDA_KERNEL_NODE_PARAMS_v3;
typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
  int flags;
  int reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;

typedef enum CUgraphChildGraphNodeOwnership_enum {
  CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE = 0,
  CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE = 1
} CUgraphChildGraphNodeOwnership;
typedef struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
  CUgraph graph;
  CUgraphChildGraphNodeOwnership ownership;
} CUDA_CHILD_GRAPH_NODE_PARAMS;
typedef struct CUDA_EVENT_RECORD_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_RECORD_NODE_PARAMS;
typedef struct CUDA_EVENT_WAIT_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_WAIT_NODE_PARAMS;

typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
  CUmemPoolProps poolProps;
  const CUmemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  CUdeviceptr dptr;
} CUDA_MEM_ALLOC_NODE_PARAMS_v2;
typedef struct CUDA_MEM_FREE_NODE_PARAMS_st {
  CUdeviceptr dptr;
} CUDA_MEM_FREE_NODE_PARAMS;

typedef cudaGraphEdgeData CUgraphEdgeData;

typedef struct CUgraphNodeParams_st {
  CUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS_v3 kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS_v2 memset;
    CUDA_HOST_NODE_PARAMS_v2 host;
    CUDA_CHILD_GRAPH_NODE_PARAMS graph;
    CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
    CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
    CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    CUDA_MEM_FREE_NODE_PARAMS free;
    CUDA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
} CUgraphNodeParams;

static inline __attribute__((unused)) struct cudaKernelNodeParams fencepost_kernel_node(
    const CUDA_KERNEL_NODE_PARAMS* parameters) {
  struct cudaKernelNodeParams result;
  result.func = parameters->func != NULL ? (void*)parameters->func : (void*)parameters->kern;
  result.gridDim.x = parameters->gridDimX;
  result.gridDim.y = parameters->gridDimY;
  result.gridDim.z = parameters->gridDimZ;
  result.blockDim.x = parameters->blockDimX;
  result.blockDim.y = parameters->blockDimY;
  result.blockDim.z = parameters->blockDimZ;
  result.sharedMemBytes = parameters->sharedMemBytes;
  result.kernelParams = parameters->kernelParams;
  result.extra = parameters->extra;
  return result;
}
static inline __attribute__((unused)) struct cudaMemsetParams fencepost_fill_node(CUdeviceptr dst, size_t pitch,
                                                                                  unsigned int value,
                                                                                  unsigned int element_size,
                                                                                  size_t width, size_t height) {
  struct cudaMemsetParams result;
  result.dst = FENCEPOST_DEVICE_POINTER(dst);
  result.pitch = pitch;
  result.value = value;
  result.elementSize = element_size;
  result.width = width;
  result.height = height;
  return result;
}

/// The same as the runtime API's parameters, in `result`, which is zero; a type that there is none of stays as it is,
/// and is refused there.
static inline __attribute__((unused)) CUresult fencepost_node_parameters(const CUgraphNodeParams* parameters,
                                                                         struct cudaGraphNodeParams* result) {
  if (parameters == NULL) return CUDA_ERROR_INVALID_VALUE;
  result->type = (enum cudaGraphNodeType)parameters->type;
  switch (parameters->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
      result->kernel = fencepost_kernel_node(&parameters->kernel);
      break;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return fencepost_copy_parameters(&parameters->memcpy.copyParams, &result->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
      result->memset =
          fencepost_fill_node(parameters->memset.dst, parameters->memset.pitch, parameters->memset.value,
                              parameters->memset.elementSize, parameters->memset.width, parameters->memset.height);
      break;
    case CU_GRAPH_NODE_TYPE_HOST:
      result->host.fn = parameters->host.fn;
      result->host.userData = parameters->host.userData;
      break;
    case CU_GRAPH_NODE_TYPE_GRAPH:
      if (parameters->graph.ownership != CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE) return CUDA_ERROR_NOT_SUPPORTED;
      result->graph.graph = parameters->graph.graph;
      break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      result->eventWait.event = parameters->eventWait.event;
      break;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      result->eventRecord.event = parameters->eventRecord.event;
      break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
      result->alloc.poolProps = *(const struct cudaMemPoolProps*)(const void*)&parameters->alloc.poolProps;
      result->alloc.accessDescs = (const struct cudaMemAccessDesc*)(const void*)parameters->alloc.accessDescs;
      result->alloc.accessDescCount = parameters->alloc.accessDescCount;
      result->alloc.bytesize = parameters->alloc.bytesize;
      break;
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
      result->free.dptr = FENCEPOST_DEVICE_POINTER(parameters->free.dptr);
      break;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
      result->conditional.handle = parameters->conditional.handle;
      result->conditional.type = (enum cudaGraphConditionalNodeType)parameters->conditional.type;
      result->conditional.size = parameters->conditional.size;
      break;
    default:
      break;
  }
  return CUDA_SUCCESS;
}

FENCEPOST_DRIVER cuGraphConditionalHandleCreate(CUgraphConditionalHandle* handle, CUgraph graph, CUcontext context,
                                                unsigned int default_value, unsigned int flags) {
  unsigned long long made = 0;
  (void)context;
  if (handle == NULL) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = fencepost_driver_result(cudaGraphConditionalHandleCreate(&made, graph, default_value, flags));
  if (result == CUDA_SUCCESS) *handle = made;
  return result;
}

FENCEPOST_DRIVER cuGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count,
                                CUgraphNodeParams* parameters) {
  struct cudaGraphNodeParams same = {cudaGraphNodeTypeKernel};
  CUresult result = fencepost_node_parameters(parameters, &same);
  if (result != CUDA_SUCCESS) return result;
  result = fencepost_driver_result((cudaGraphAddNode)(node, graph, dependencies, count, &same));
  if (result != CUDA_SUCCESS) return result;
  if (parameters->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
    parameters->alloc.dptr = (CUdeviceptr)(uintptr_t)same.alloc.dptr;
  if (parameters->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
    parameters->conditional.phGraph_out = same.conditional.phGraph_out;
  }
  return CUDA_SUCCESS;
}
/// What edges say beside the order makes no difference here.
FENCEPOST_DRIVER cuGraphAddNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                   const CUgraphEdgeData* edges, size_t count, CUgraphNodeParams* parameters) {
  (void)edges;
  return cuGraphAddNode(node, graph, dependencies, count, parameters);
}
FENCEPOST_DRIVER cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* parameters) {
  struct cudaGraphNodeParams same = {cudaGraphNodeTypeKernel};
  const CUresult result = fencepost_node_parameters(parameters, &same);
  return result != CUDA_SUCCESS ? result : fencepost_driver_result(cudaGraphNodeSetParams(node, &same));
}
FENCEPOST_DRIVER cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams* parameters) {
  struct cudaGraphNodeParams same = {cudaGraphNodeTypeKernel};
  const CUresult result = fencepost_node_parameters(parameters, &same);
  return result != CUDA_SUCCESS ? result : fencepost_driver_result(cudaGraphExecNodeSetParams(exec, node, &same));
}
#if CUDA_VERSION >= 13000
#define cuGraphAddNode cuGraphAddNode_v2
#endif
