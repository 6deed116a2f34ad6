// Two arrays carved out of dynamic shared memory.
// CLEAN
// STDOUT: ^63.5$
#include <cstdio>

extern __shared__ double buffer[];

__global__ void k(double* out, int n) {
  double* first = buffer;
  float* second = reinterpret_cast<float*>(buffer + n);
  int t = threadIdx.x;
  first[t] = t;
  second[t] = 0.5f;
  __syncthreads();
  out[t] = first[n - 1 - t] + second[n - 1 - t];
}

int main() {
  double* out;
  cudaMallocManaged(&out, 64 * sizeof(double));
  k<<<1, 64, 64 * (sizeof(double) + sizeof(float))>>>(out, 64);
  cudaDeviceSynchronize();
  printf("%g\n", out[0]);
}
