// A barrier of the grid made by hand, as many programs have one: an atomic counter between two block barriers.
// CLEAN
// STDOUT: ^block 0 begins\nblock 0: 132\nblock 1 begins\nblock 2 begins\nblock 3 begins\n(.*\n){7}block 11 begins$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__device__ void grid_barrier(unsigned* count, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void k(unsigned* count, int* values) {
  if (threadIdx.x == 0) printf("block %d begins\n", (int)blockIdx.x);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned next = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
  values[i] = blockIdx.x;
  for (unsigned round = 0; round < 5; ++round) {
    grid_barrier(count, (2 * round + 1) * gridDim.x);
    const int theirs = values[next];
    grid_barrier(count, (2 * round + 2) * gridDim.x);
    values[i] = theirs + 2;
  }
  if (blockIdx.x == 0) {
    const int all = __syncthreads_count(values[i] == 5 + 10);
    if (threadIdx.x == 0) printf("block 0: %d\n", all + 100);
  }
}

int main() {
  unsigned* count;
  int* values;
  cudaMalloc(&count, sizeof(unsigned));
  cudaMalloc(&values, 12 * 32 * sizeof(int));
  cudaMemset(count, 0, sizeof(unsigned));
  k<<<12, 32>>>(count, values);
  cudaDeviceSynchronize();
}
