// What atomic operations return and leave behind, for all types.
// CLEAN
// STDOUT: ^10 15 3 100 7 6 0 5 2 12 1 1\.5 2\.25 4294967296$
#include <cstdio>

__device__ int i[11] = {10, 3, 100, 7, 5, 0, 5, 2, 12, 1, 0};
__device__ unsigned u[2] = {6, 0};
__device__ float f = 1.5f;
__device__ double d = 2.25;
__device__ unsigned long long w = 1ull << 32;

__global__ void k(double* out) {
  int n = 0;
  out[n++] = atomicAdd(&i[0], 5);
  out[n++] = i[0];
  out[n++] = atomicExch(&i[1], 9);
  out[n++] = atomicMin(&i[2], 50);
  out[n++] = atomicMax(&i[3], 9);
  out[n++] = atomicInc(&u[0], 6);
  out[n++] = u[0];
  out[n++] = atomicCAS(&i[4], 5, 8);
  out[n++] = atomicSub(&i[7], 2);
  out[n++] = atomicAnd(&i[8], 4);
  out[n++] = atomicXor(&i[9], 3);
  out[n++] = atomicAdd(&f, 0.25f);
  out[n++] = atomicAdd(&d, 0.5);
  out[n++] = atomicMax(&w, 5ull);
}

int main() {
  double* out;
  cudaMallocManaged(&out, 14 * sizeof(double));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  for (int n = 0; n < 14; ++n) printf("%.10g%c", out[n], n == 13 ? '\n' : ' ');
}
