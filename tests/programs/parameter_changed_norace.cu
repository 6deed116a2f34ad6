// A kernel's parameter is the thread's own, also one that is too large for registers.
// CLEAN
// STDOUT: ^2464 2464$
#include <cstdio>

struct Share {
  int begin, end;
  int more[8];
};

__device__ void take(Share& share, int thread) {
  share.begin += thread;
  share.end += thread;
  share.more[thread % 8] += thread;
}

__global__ void without_barrier(Share share, int* sum) {
  take(share, threadIdx.x);
  atomicAdd(sum, share.begin + share.end - share.more[threadIdx.x % 8]);
}

__global__ void with_barrier(Share share, int* sum) {
  take(share, threadIdx.x);
  __syncthreads();
  atomicAdd(sum, share.begin + share.end - share.more[threadIdx.x % 8]);
}

int main() {
  int* sums;
  cudaMallocManaged(&sums, 2 * sizeof(int));
  sums[0] = sums[1] = 0;
  without_barrier<<<1, 64>>>({3, 4, {}}, &sums[0]);
  with_barrier<<<1, 64>>>({3, 4, {}}, &sums[1]);
  cudaDeviceSynchronize();
  printf("%d %d\n", sums[0], sums[1]);
}
