// A 16-byte store overlaps another thread's 4-byte load in its last bytes.
// FINDING: race error global intra-warp write@w read@r object=data element=data[7]
#include <cuda_runtime.h>

__device__ float data[8];
__device__ float out;

__global__ void k() {
  if (threadIdx.x == 0) reinterpret_cast<float4*>(data)[1] = make_float4(1, 2, 3, 4);  // @w
  if (threadIdx.x == 1) out = data[7];                                                 // @r
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
