// The driver API's types of what is refused, in C++11, laid out as NVIDIA's; the headers of nvFatbin and of the PTX compiler.
// COMPILE: -std=c++11
// CLEAN
// STDOUT: ^all right$
#include <cuda.h>
#include <nvFatbin.h>
#include <nvPTXCompiler.h>

#include <cstdio>

static_assert(sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC) == 104, "");
static_assert(sizeof(CUDA_EXTERNAL_MEMORY_BUFFER_DESC) == 88, "");
static_assert(sizeof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC) == 120, "");
static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC) == 96, "");
static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) == 144, "");
static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == 144, "");
static_assert(sizeof(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) == 24 && sizeof(CUDA_EXT_SEM_WAIT_NODE_PARAMS) == 24, "");
static_assert(sizeof(CUmemPoolPtrExportData) == 64, "");
static_assert(sizeof(CUDA_LAUNCH_PARAMS) == 56 && sizeof(CUDA_BATCH_MEM_OP_NODE_PARAMS) == 32, "");
static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == 120, "");
static_assert(sizeof(CUDA_ARRAY_MEMORY_REQUIREMENTS) == 32 && sizeof(CUDA_ARRAY_SPARSE_PROPERTIES) == 48, "");
static_assert(sizeof(CUDA_POINTER_ATTRIBUTE_P2P_TOKENS) == 16 && sizeof(CUexecAffinityParam) == 8, "");
static_assert(CU_COREDUMP_MAX == 8 && CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID == 8, "");
static_assert(CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS == 1 << 15, "");
static_assert(NVFATBIN_ERROR_INTERNAL_PTX_OPTION == 17 && NVPTXCOMPILE_ERROR_CANCELLED == 9, "");

// What wraps both APIs assigns the driver's policies to the runtime's attributes.
static CUlaunchAttributeValue clusters_spread() {
  CUlaunchAttributeValue value;
  value.clusterSchedulingPolicyPreference = CU_CLUSTER_SCHEDULING_POLICY_SPREAD;
  return value;
}

__global__ void nothing() {}

int main() {
  CUlaunchAttributeValue value = clusters_spread();
  bool right = value.clusterSchedulingPolicyPreference == cudaClusterSchedulingPolicySpread;
  CUsynchronizationPolicy policy = CU_SYNC_POLICY_BLOCKING_SYNC;
  value.syncPolicy = policy;
  right = right && value.syncPolicy == cudaSyncPolicyBlockingSync;
  nothing<<<1, 1>>>();
  right = right && cudaDeviceSynchronize() == cudaSuccess;
  std::puts(right ? "all right" : "wrong");
}
