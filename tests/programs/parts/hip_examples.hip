// For test_hip.py: what the examples of HIP's own manual use, right and without a finding.
#define HIP_TEMPLATE_KERNEL_LAUNCH
#include <hip/hip_runtime.h>

#include <array>
#include <cstdio>

#include "require.h"

/// The type is deduced from what a launch hands on.
template <int kFactor, int kSummand, class T>
__global__ void change(T* out, T in) {
  out[threadIdx.x] = kFactor * in + kSummand;
}

__global__ void count(int* counters, int n) {
  if (threadIdx.x < static_cast<unsigned>(n)) counters[threadIdx.x] = 1;
}

/// `change<3, 4>` in a function's argument, as HIP_TEMPLATE_KERNEL_LAUNCH lets it stand.
void launch_by_function() {
  float* out;
  REQUIRE(hipMallocManaged(&out, 32 * sizeof *out) == hipSuccess);
  hipLaunchKernelGGL(change<3, 4>, dim3(1), dim3(32), 0, hipStreamDefault, out, 5.0f);
  REQUIRE(hipDeviceSynchronize() == hipSuccess && out[31] == 19);
  REQUIRE(hipFree(out) == hipSuccess);
}

void allocate_in_a_graph() {
  hipGraph_t graph;
  REQUIRE(hipGraphCreate(&graph, 0) == hipSuccess);
  hipMemAllocNodeParams memory{};
  memory.poolProps.allocType = hipMemAllocationTypePinned;
  memory.poolProps.location.type = hipMemLocationTypeDevice;
  memory.bytesize = 32 * sizeof(int);
  hipGraphNode_t made, counted, copied, freed;
  REQUIRE(hipGraphAddMemAllocNode(&made, graph, nullptr, 0, &memory) == hipSuccess);
  int n = 32;
  void* arguments[] = {&memory.dptr, &n};
  hipKernelNodeParams kernel{};
  kernel.func = reinterpret_cast<void*>(count);
  kernel.gridDim = 1;
  kernel.blockDim = 32;
  kernel.kernelParams = arguments;
  REQUIRE(hipGraphAddKernelNode(&counted, graph, &made, 1, &kernel) == hipSuccess);
  std::array<int, 32> result{};
  REQUIRE(hipGraphAddMemcpyNode1D(&copied, graph, &counted, 1, result.data(), memory.dptr, sizeof result,
                                  hipMemcpyDeviceToHost) == hipSuccess);
  REQUIRE(hipGraphAddMemFreeNode(&freed, graph, &copied, 1, memory.dptr) == hipSuccess);
  hipGraphNodeType type;
  REQUIRE(hipGraphNodeGetType(freed, &type) == hipSuccess && type == hipGraphNodeTypeMemFree);
  hipGraphExec_t runs;
  REQUIRE(hipGraphInstantiate(&runs, graph, nullptr, nullptr, 0) == hipSuccess);
  REQUIRE(hipGraphLaunch(runs, nullptr) == hipSuccess && hipDeviceSynchronize() == hipSuccess);
  REQUIRE(result[0] == 1 && result[31] == 1);
  REQUIRE(hipGraphExecDestroy(runs) == hipSuccess && hipGraphDestroy(graph) == hipSuccess);
}

/// What the host is told of the device is what a kernel is compiled for.
void ask_the_architecture() {
  hipDeviceProp_t device;
  REQUIRE(hipGetDeviceProperties(&device, 0) == hipSuccess);
  REQUIRE(device.arch.hasSharedInt32Atomics == __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__);
  REQUIRE(device.arch.hasDoubles == __HIP_ARCH_HAS_DOUBLES__ && device.arch.has3dGrid == __HIP_ARCH_HAS_3DGRID__);
  REQUIRE(device.arch.hasFunnelShift == __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__);
  REQUIRE(device.arch.hasSurfaceFuncs == __HIP_ARCH_HAS_SURFACE_FUNCS__);
  REQUIRE(device.arch.hasDynamicParallelism == __HIP_ARCH_HAS_DYNAMIC_PARALLEL__);
}

__global__ void fill(int* out) { out[threadIdx.x] = 42; }

void map_memory() {
  int supported = 0;
  REQUIRE(hipDeviceGetAttribute(&supported, hipDeviceAttributeVirtualMemoryManagementSupported, 0) == hipSuccess);
  REQUIRE(supported == 1);
  hipMemAllocationProp properties = {};
  properties.type = hipMemAllocationTypePinned;
  properties.location.type = hipMemLocationTypeDevice;
  size_t bytes = 0;
  REQUIRE(hipMemGetAllocationGranularity(&bytes, &properties, hipMemAllocationGranularityMinimum) == hipSuccess);
  hipMemGenericAllocationHandle_t memory, same;
  REQUIRE(hipMemCreate(&memory, bytes, &properties, 0) == hipSuccess);
  hipMemAllocationProp told = {};
  REQUIRE(hipMemGetAllocationPropertiesFromHandle(&told, memory) == hipSuccess);
  REQUIRE(told.type == properties.type && told.location.type == properties.location.type);
  void* pointer = nullptr;
  REQUIRE(hipMemAddressReserve(&pointer, bytes, bytes, nullptr, 0) == hipSuccess);
  REQUIRE(hipMemMap(pointer, bytes, 0, memory, 0) == hipSuccess);
  hipMemAccessDesc access = {};
  access.location = properties.location;
  access.flags = hipMemAccessFlagsProtReadWrite;
  REQUIRE(hipMemSetAccess(pointer, bytes, &access, 1) == hipSuccess);
  unsigned long long flags = 0;
  REQUIRE(hipMemGetAccess(&flags, &access.location, pointer) == hipSuccess && flags == access.flags);
  fill<<<1, 32>>>(static_cast<int*>(pointer));
  int result[32];
  REQUIRE(hipMemcpy(result, pointer, sizeof result, hipMemcpyDeviceToHost) == hipSuccess && result[31] == 42);
  REQUIRE(hipMemRetainAllocationHandle(&same, pointer) == hipSuccess && same == memory);
  REQUIRE(hipMemRelease(same) == hipSuccess);
  REQUIRE(hipMemUnmap(pointer, bytes) == hipSuccess && hipMemRelease(memory) == hipSuccess);
  REQUIRE(hipMemAddressFree(pointer, bytes) == hipSuccess);
}

int main() {
  map_memory();
  launch_by_function();
  allocate_in_a_graph();
  ask_the_architecture();
  puts("right");
}
