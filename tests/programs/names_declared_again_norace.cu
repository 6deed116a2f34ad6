// Names that the compiler knows and nvcc does not: __rdtsc as a function of the program's; threadIdx and blockDim that
// are declared again for the host's side. And types of the driver API
// for attributes of streams, which set what the runtime's functions read.
// CLEAN
// STDOUT: ^grows, window of 64 bytes$
#include <cuda.h>
#include <cuda_fp8.h>
#include <stdint.h>

#include <cstdio>

#ifndef __CUDA_ARCH__
extern const dim3 blockDim;
extern const uint3 threadIdx;
#endif

static uint64_t inline __rdtsc() {
  static uint64_t ticks = 0;
  return ++ticks;
}

__global__ void widen(float2* out) {
  if (threadIdx.x + 1 == blockDim.x) *out = __internal_halfraw2_to_float2(__nv_cvt_fp8x2_to_halfraw2(0x3c40, __NV_E5M2));
}

int main() {
  CUstream stream;
  cuInit(0);
  cudaFree(nullptr);
  cuStreamCreate(&stream, CU_STREAM_DEFAULT);
  CUstreamAttrValue value = {};
  value.accessPolicyWindow = CUaccessPolicyWindow{nullptr, 64, 1, CU_ACCESS_PROPERTY_PERSISTING, CU_ACCESS_PROPERTY_NORMAL};
  const CUstreamAttrID id = CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW;
  if (cuStreamSetAttribute(stream, id, &value) != CUDA_SUCCESS) return 1;
  CUstreamAttrValue read;
  if (cuStreamGetAttribute(stream, id, &read) != CUDA_SUCCESS) return 1;
  float2* pair;
  cudaMallocManaged(&pair, sizeof(float2));
  widen<<<1, 1, 0, stream>>>(pair);
  cudaStreamSynchronize(stream);
  if (pair->x != 2 || pair->y != 1) return 2;
  const dim3 blockDim(3);
  if (blockDim.x != 3) return 3;
  const uint64_t before = __rdtsc();
  printf("%s, window of %zu bytes\n", __rdtsc() > before ? "grows" : "stands", read.accessPolicyWindow.num_bytes);
  cuStreamDestroy(stream);
  cudaFree(pair);
}
