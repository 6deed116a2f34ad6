// Blocks that wait in loops whose every round passes a block barrier, or a vote of the warp.
// CLEAN
// STDOUT: ^done$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void by_barrier(volatile int* flag) {
  if (blockIdx.x == 0) {
    while (__syncthreads_or(threadIdx.x == 0 && *flag != 0) == 0) {
    }
  } else if (threadIdx.x == 0) {
    *flag = 1;
  }
}

__global__ void by_vote(volatile int* flag) {
  if (blockIdx.x == 0) {
    while (!__any_sync(0xffffffff, *flag != 0)) {
    }
  } else if (threadIdx.x == 0) {
    *flag = 1;
  }
}

int main() {
  int* flags;
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  by_barrier<<<2, 64>>>(flags);
  by_vote<<<2, 64>>>(flags + 1);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
}
