// Uneven trip counts: some threads do one more round than others, so that they wait at different barriers.
// FINDING: barrier-divergence error * * barrier@round barrier@last
// FINDING: barrier-divergence warning * * barrier@last exit
#include <cstdio>

__global__ void sum_rounds(const int* in, int n, int* out) {
  __shared__ int sum[32];
  int t = threadIdx.x;
  sum[t] = 0;
  for (int i = t; i < n; i += 32) {
    sum[t] += in[i];
    __syncthreads();  // @round
  }
  __syncthreads();  // @last
  out[t] = sum[31 - t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 80 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 80; ++i) in[i] = 1;
  sum_rounds<<<1, 32>>>(in, 80, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    if (out[i] != (i >= 16 ? 3 : 2)) return printf("out[%d] is %d\n", i, out[i]), 1;
  }
  printf("summed\n");
}
