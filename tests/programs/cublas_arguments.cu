// What is wrong with the arguments of calls of cuBLAS is told at the line of the call: operands that are too small, freed,
// or of the host; leading dimensions; handles.
// FINDING: api-error error none none *@far message="cublasSgemm: its A \(1024 bytes\) goes 512 bytes past the end of the 512 bytes allocated at .*cublas_arguments.cu:33"
// FINDING: api-error error none none *@ldc message="cublasSgemm: ldc is 15, less than m, which is 16"
// FINDING: api-error error none none *@lda message="cublasSgemm: lda is 16, less than k, which is 32"
// FINDING: api-error error none none *@negative message="cublasSgemm: n is negative: -1"
// FINDING: api-error error none none *@host message="cublasSgemm: its B \(512 bytes\) is not device memory"
// FINDING: api-error error none none *@alpha message="cublasSgemm: its alpha \(4 bytes\) is device memory, not the host's"
// FINDING: api-error error none none *@array message="cublasSgemmBatched: its Aarray \(16 bytes\) is not device memory"
// FINDING: api-error error none none *@increment message="cublasSgemv: incx is 0"
// FINDING: api-error error none none *@vector message="cublasSaxpy: its y \(516 bytes\) goes 4 bytes past"
// FINDING: api-error error none none *@types message="cublasGemmEx: there is no product of CUDA_R_16F and CUDA_R_32F into CUDA_R_32F with computeType 68"
// FINDING: api-error error none none *@copy message="cublasSetMatrix: its destination \(1024 bytes\) goes 512 bytes past"
// FINDING: api-error error none none *@null message="cublasSgemm: C is null"
// FINDING: api-error error none none *@freed message="cublasSgemm: its B \(512 bytes\) was freed at .*cublas_arguments.cu:55"
// FINDING: api-error error none none *@destroyed message="cublasSgemm: its handle was never created, or was destroyed"
// STDOUT: ^13 7 7 7 13 13 13 7 13 15 11 7 13 1 $
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas_v2.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  constexpr int m = 16, n = 16, k = 8;
  float host[m * n] = {};
  const float one = 1, zero = 0;
  float *a, *b, *c;
  cublasHandle_t handle;
  cublasCreate(&handle);
  nothing<<<1, 1>>>();
  cudaMalloc(&a, m * k * sizeof(float));
  cudaMalloc(&b, k * n * sizeof(float));
  cudaMalloc(&c, m * n * sizeof(float));
  cublasSetMatrix(m, k, sizeof(float), host, m, a, m);
  cublasSetMatrix(k, n, sizeof(float), host, k, b, k);
  int status[14];
  const auto N = CUBLAS_OP_N;
  status[0] = cublasSgemm(handle, N, N, 2 * m, n, k, &one, a, 2 * m, b, k, &zero, c, 2 * m);  // @far
  status[1] = cublasSgemm(handle, N, N, m, n, k, &one, a, m, b, k, &zero, c, m - 1);  // @ldc
  status[2] = cublasSgemm(handle, CUBLAS_OP_T, N, 4, 4, 32, &one, a, 16, b, 32, &zero, c, m);  // @lda
  status[3] = cublasSgemm(handle, N, N, m, -1, k, &one, a, m, b, k, &zero, c, m);  // @negative
  status[4] = cublasSgemm(handle, N, N, m, n, k, &one, a, m, host, k, &zero, c, m);  // @host
  status[5] = cublasSgemm(handle, N, N, m, n, k, a, a, m, b, k, &zero, c, m);  // @alpha
  float* arrays[2] = {a, a};
  status[6] = cublasSgemmBatched(handle, N, N, 2, 2, 2, &one, arrays, 2, arrays, 2, &zero, arrays, 2, 2);  // @array
  status[7] = cublasSgemv(handle, N, m, k, &one, a, m, b, 0, &zero, c, 1);  // @increment
  status[8] = cublasSaxpy(handle, m * k + 1, &one, c, 1, a, 1);  // @vector
  const cudaDataType half = CUDA_R_16F, single = CUDA_R_32F;
  status[9] = cublasGemmEx(handle, N, N, m, n, k, &one, a, half, m, b, single, k, &zero, c, single, m,  // @types
                           CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  status[10] = cublasSetMatrix(m, n, sizeof(float), host, m, a, m);  // @copy
  status[11] = cublasSgemm(handle, N, N, m, n, k, &one, a, m, b, k, &zero, nullptr, m);  // @null
  cudaFree(b);
  status[12] = cublasSgemm(handle, N, N, m, n, k, &one, a, m, b, k, &zero, c, m);  // @freed
  cublasDestroy(handle);
  status[13] = cublasSgemm(handle, N, N, m, n, k, &one, a, m, a, k, &zero, c, m);  // @destroyed
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
