// Early return, fixed: threads beyond the end of the data skip the work, not the barrier.
// CLEAN
// STDOUT: ^reversed$
#include <cstdio>

__global__ void reverse_blocks(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i >= n) return;
  int last = min(n - 1, (int)(blockIdx.x * blockDim.x + 63));
  out[i] = tile[last - i];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 100 * sizeof(int));
  cudaMallocManaged(&out, 100 * sizeof(int));
  for (int i = 0; i < 100; ++i) in[i] = i;
  reverse_blocks<<<2, 64>>>(in, out, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < 100; ++i) {
    int expected = i < 64 ? 63 - i : 163 - i;
    if (out[i] != expected) return printf("out[%d] is %d\n", i, out[i]), 1;
  }
  printf("reversed\n");
}
