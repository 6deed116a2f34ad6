// Blocks wait for each other by atomic operations alone, in a program without any fence: only the flags are shared.
// CLEAN
// STDOUT: ^6$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void chain(int* flags) {
  // Block b waits for block b + 1: the last must begin before the first can end.
  if (blockIdx.x + 1 < gridDim.x) {
    while (atomicAdd(&flags[blockIdx.x + 1], 0) == 0) {
    }
  }
  if (threadIdx.x == 0) atomicExch(&flags[blockIdx.x], atomicAdd(&flags[gridDim.x], 1) + 1);
}

int main() {
  int* flags;
  cudaMalloc(&flags, 7 * sizeof(int));
  cudaMemset(flags, 0, 7 * sizeof(int));
  chain<<<6, 40>>>(flags);
  int first;
  cudaMemcpy(&first, flags, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", first);
}
