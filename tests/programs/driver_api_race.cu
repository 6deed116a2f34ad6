// Streams of the driver API race as those of the runtime API; its mistakes are told with the caller's line.
// FINDING: race error global stream write@k write@s message="cuMemsetD32Async"
// FINDING: api-error error none none read@c
#include <cuda.h>

__global__ void fill(int* p) { p[threadIdx.x] = 1; }  // @k

int main() {
  cuInit(0);
  CUdeviceptr data;
  cuMemAlloc(&data, 64 * sizeof(int));
  CUstream s, t;
  cuStreamCreate(&s, 0);
  cuStreamCreate(&t, 0);
  fill<<<1, 64, 0, s>>>((int*)data);
  cuMemsetD32Async(data, 7, 64, t);  // @s
  cudaDeviceSynchronize();
  int values[65];
  cuMemcpyDtoH(values, data, sizeof(values));  // @c
}
