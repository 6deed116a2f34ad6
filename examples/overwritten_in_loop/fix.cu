// Overwritten in a loop, fixed: a second barrier keeps the next round's writes behind this round's reads.
// CLEAN
// STDOUT: ^summed$
#include <cstdio>

__global__ void sum_neighbours(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    tile[t] = in[32 * round + t];
    __syncthreads();
    sum += tile[(t + 1) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  sum_neighbours<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (out[i] != 192 + 4 * ((i + 1) % 32)) return printf("out[%d] is %d\n", i, out[i]), 1;
  }
  printf("summed\n");
}
