// Who draws the last ticket may read what the others released, and reset the counter with a plain write: the atomic
// operations that it observed happened before, though each comes after its thread's fence.
// CLEAN
// STDOUT: ^28 28$
#include <cstdio>

__device__ unsigned count;
__device__ unsigned long long wide;

__global__ void sum(int* part, int* result) {
  part[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicAdd(&wide, 1ull);
  const bool last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
  if (last) {
    __threadfence();
    int all = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) all += part[i];
    *result = all;
    count = 0;
    wide = 0;
  }
}

int main() {
  int* data;
  int first = 0, second = 0;
  cudaMalloc(&data, 9 * sizeof(int));
  sum<<<8, 1>>>(data, data + 8);
  cudaMemcpy(&first, data + 8, sizeof(int), cudaMemcpyDeviceToHost);
  sum<<<8, 1>>>(data, data + 8);
  cudaMemcpy(&second, data + 8, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", first, second);
  return cudaDeviceSynchronize();
}
