// Halo off by one, fixed: the right halo cell comes after the last inner cell.
// CLEAN
// STDOUT: ^blurred$
#include <cstdio>

__global__ void blur(const int* in, int* out) {
  __shared__ int tile[66];
  int t = threadIdx.x;
  tile[t + 1] = in[t + 1];
  if (t == 0) {
    tile[0] = in[0];
    tile[blockDim.x + 1] = in[65];
  }
  __syncthreads();
  out[t] = tile[t] + tile[t + 1] + tile[t + 2];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 66 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 66; ++i) in[i] = i * i;
  blur<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    if (out[i] != in[i] + in[i + 1] + in[i + 2]) return printf("out[%d] is %d\n", i, out[i]), 1;
  }
  printf("blurred\n");
}
