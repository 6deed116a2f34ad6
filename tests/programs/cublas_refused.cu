// Functions that are not there are told where they are called, and return that they are not supported.
// FINDING: api-error error none none *@swapped message="cublasSwapEx is not supported by Fencepost; the call returned CUBLAS_STATUS_NOT_SUPPORTED"
// FINDING: api-error error none none *@orthogonal message="cublasSgeqrfBatched is not supported by Fencepost"
// FINDING: api-error error none none *@conjugate message="cublasSgemm with transa = CUBLAS_OP_CONJG is not supported"
// FINDING: api-error error none none *@transform message="cublasLtMatrixTransform is not supported"
// STDOUT: ^CUBLAS_STATUS_NOT_SUPPORTED 15 15 15$
// COMPILE: -lcublas -lcublasLt
// OPTIONS: --check race
#include <cublasLt.h>
#include <cublas_v2.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  nothing<<<1, 1>>>();
  const float one = 1;
  float* a;
  cudaMalloc(&a, sizeof(float));
  cudaMemset(a, 0, sizeof(float));
  const int* const none = nullptr;
  const cublasStatus_t swapped = cublasSwapEx(handle, 1, a, CUDA_R_32F, 1, a, CUDA_R_32F, 1, CUDA_R_32F);  // @swapped
  const int orthogonal = cublasSgeqrfBatched(handle, 1, 1, nullptr, 1, nullptr, nullptr, 1);  // @orthogonal
  const int conjugate =
      cublasSgemm(handle, CUBLAS_OP_CONJG, CUBLAS_OP_N, 1, 1, 1, &one, a, 1, a, 1, &one, a, 1);  // @conjugate
  const auto light = reinterpret_cast<cublasLtHandle_t>(handle);
  const int transform = cublasLtMatrixTransform(light, none, &one, a, none, &one, a, none, a, none, none);  // @transform
  printf("%s %d %d %d\n", cublasGetStatusName(swapped), orthogonal, conjugate, transform);
  cublasDestroy(handle);
}
