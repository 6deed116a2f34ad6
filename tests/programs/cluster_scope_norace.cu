// Operations of cluster scope are strong, and order, between the blocks of a cluster.
// CLEAN
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// STDOUT: ^got 42 and 42$
#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) k(int* flags, int* data, int* got) {
  if (threadIdx.x != 0) return;
  const int cluster = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0) {
    data[cluster] = 42;
    asm volatile("st.release.cluster.global.s32 [%0], 1;" ::"l"(flags + cluster) : "memory");
  } else {
    int set;
    do {
      asm volatile("ld.acquire.cluster.global.s32 %0, [%1];" : "=r"(set) : "l"(flags + cluster) : "memory");
    } while (set == 0);
    got[cluster] = data[cluster];
  }
}

int main() {
  int *flags, *data, *got;
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMallocManaged(&got, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  k<<<4, 32>>>(flags, data, got);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("got %d and %d\n", got[0], got[1]);
  cudaFree(flags);
  cudaFree(data);
  cudaFree(got);
}
