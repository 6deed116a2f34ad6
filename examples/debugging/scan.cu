// A step of a scan, to look at with a debugger: docs/editors.md.
#include <cstdio>

__global__ void scan(const int* in, int* out) {
  __shared__ int tile[8];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  tile[t] = in[i];
  __syncthreads();
  int left = t > 0 ? tile[t - 1] : 0;
  __syncthreads();
  tile[t] += left;
  float2 both = make_float2(left, tile[t]);
  out[i] = tile[t] + (left > both.y);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 16 * sizeof(int));
  cudaMallocManaged(&out, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i) in[i] = i;
  scan<<<2, 8>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[15]);
}
