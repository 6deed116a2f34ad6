// OPTIONS: --sample --sample-after 0 --leak-check
// STDOUT: ^2080 2144 2144 64$
// CLEAN
//
// What blocks that are not checked write counts as written, in memory that was there before and that came later, also in
// a kernel that is checked afterwards. Barriers, atomic operations, local arrays, shared memory and printf do there what
// they do everywhere.
#include <cstdio>

__global__ void fill(int* a, int value) {
  __shared__ int tile[64];
  int local[4] = {1, 2, 3, value};
  tile[63 - threadIdx.x] = static_cast<int>(threadIdx.x) + local[value & 3 ? 3 : 0];
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

__global__ void sum(const int* a, int* total, unsigned* count) {
  atomicAdd(total, a[blockIdx.x * 64 + threadIdx.x]);
  if (threadIdx.x == 0) atomicAdd(count, 1U);
}

__global__ void check(const int* a, int* out) { out[threadIdx.x] = a[64 * 63 + threadIdx.x]; }

int main() {
  int *early, *total, *out;
  unsigned* count;
  cudaMalloc(&early, 64 * 64 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&count, sizeof(unsigned));
  cudaMalloc(&out, 64 * sizeof(int));
  int* first;
  cudaMalloc(&first, 64 * 64 * sizeof(int));
  fill<<<64, 64>>>(first, 1);
  fill<<<64, 64>>>(early, 1);
  int* late;
  cudaMalloc(&late, 64 * 64 * sizeof(int));
  fill<<<64, 64>>>(late, 2);
  int sums[2] = {};
  int* arrays[2] = {early, late};
  for (int i = 0; i < 2; ++i) {
    cudaMemset(total, 0, sizeof(int));
    cudaMemset(count, 0, sizeof(unsigned));
    check<<<1, 64>>>(arrays[i], out);
    sum<<<64, 64>>>(arrays[i], total, count);
    cudaMemcpy(&sums[i], total, sizeof(int), cudaMemcpyDefault);
  }
  int host[64];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDefault);
  unsigned blocks = 0;
  cudaMemcpy(&blocks, count, sizeof blocks, cudaMemcpyDefault);
  int last = 0;
  for (int value : host) last += value;
  std::printf("%d %d %d %u\n", sums[0] / 64, sums[1] / 64, last, blocks);
  for (int* array : {early, late, first, total, out}) cudaFree(array);
  cudaFree(count);
}
