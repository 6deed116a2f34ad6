// Operands that were not written, or not as a whole: a product of them is as wrong as a kernel's. Its result counts as written.
// FINDING: uninitialized-read error global none read@matrix bytes=64 offset=0 size=4 message="cublasSgemm reads its A, part of which nothing has written"
// FINDING: uninitialized-read error global none read@last bytes=64 offset=60 message="cublasSgemm reads its B"
// FINDING: uninitialized-read error global none read@old bytes=64 offset=0 message="cublasSgemm reads its C"
// FINDING: uninitialized-read error global none read@vector bytes=64 offset=8 message="cublasSdot reads its x"
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas_v2.h>

__global__ void fill(float* out) { out[threadIdx.x] = 1; }

int main() {
  float *a, *b, *c, *d, *x;
  cudaMalloc(&a, 16 * sizeof(float));
  cudaMalloc(&b, 16 * sizeof(float));
  cudaMalloc(&c, 16 * sizeof(float));
  cudaMalloc(&d, 16 * sizeof(float));
  cudaMalloc(&x, 16 * sizeof(float));
  fill<<<1, 15>>>(b);
  fill<<<1, 16>>>(d);
  fill<<<1, 2>>>(x);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  float result;
  const auto N = CUBLAS_OP_N;
  cublasSgemm(handle, N, N, 4, 4, 4, &one, a, 4, d, 4, &zero, d, 4);  // @matrix
  cublasSgemm(handle, N, N, 3, 4, 3, &one, b, 4, b, 4, &zero, d, 4);  // Not the last element.
  cublasSgemm(handle, N, N, 3, 4, 4, &one, d, 4, b, 4, &zero, d, 4);  // @last
  cublasSgemm(handle, N, N, 4, 4, 4, &one, d, 4, d, 4, &one, c, 4);  // @old
  cublasSgemm(handle, N, N, 4, 4, 4, &one, c, 4, d, 4, &zero, d, 4);
  cublasSgemm(handle, N, N, 4, 4, 4, &zero, a, 4, a, 4, &one, d, 4);  // alpha is 0: A and B are not read.
  cublasSdot(handle, 3, x, 1, d, 1, &result);  // @vector
  cublasDestroy(handle);
}
