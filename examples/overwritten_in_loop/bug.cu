// Overwritten in a loop: the next round refills the tile while slow threads still read the last round's values.
// FINDING: race error shared intra-warp read@read write@write object=tile
#include <cstdio>

__global__ void sum_neighbours(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    tile[t] = in[32 * round + t];  // @write
    __syncthreads();
    sum += tile[(t + 1) % 32];  // @read
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
