// Packed flags: setting one bit reads and writes the whole word, and with it the bits of other threads.
// FINDING: race error shared intra-warp *@set *@set object=odd
#include <cstdio>

__global__ void count_odd(const int* data, int* count) {
  __shared__ unsigned odd[2];
  int t = threadIdx.x;
  if (t < 2) odd[t] = 0;
  __syncthreads();
  if (data[t] % 2) odd[t / 32] |= 1u << (t % 32);  // @set
  __syncthreads();
  if (t == 0) *count = __popc(odd[0]) + __popc(odd[1]);
}

int main() {
  int *data, *count;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  count_odd<<<1, 64>>>(data, count);
  cudaDeviceSynchronize();
  if (*count != 32) return printf("count is %d\n", *count), 1;
  printf("counted\n");
}
