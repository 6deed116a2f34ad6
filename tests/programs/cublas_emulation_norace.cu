// Settings of products that are put together from smaller numbers: kept and told again; products are exact.
// CLEAN
// STDOUT: ^0 wrong$
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
#include <cublas_v2.h>

#include <cstdio>

static int wrong = 0;
#define EXPECT(...) \
  if (!(__VA_ARGS__)) std::printf("line %d\n", __LINE__), ++wrong

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  EXPECT(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_EAGER) == CUBLAS_STATUS_SUCCESS);
  cublasEmulationStrategy_t strategy;
  EXPECT(cublasGetEmulationStrategy(handle, &strategy) == CUBLAS_STATUS_SUCCESS);
  EXPECT(strategy == CUBLAS_EMULATION_STRATEGY_EAGER);
  EXPECT(cublasSetFixedPointEmulationMantissaControl(handle, CUDA_EMULATION_MANTISSA_CONTROL_FIXED) ==
         CUBLAS_STATUS_SUCCESS);
  int bits = 0;
  EXPECT(cublasSetFixedPointEmulationMaxMantissaBitCount(handle, 55) == CUBLAS_STATUS_SUCCESS);
  EXPECT(cublasGetFixedPointEmulationMaxMantissaBitCount(handle, &bits) == CUBLAS_STATUS_SUCCESS && bits == 55);
  EXPECT(cublasSetFixedPointEmulationMantissaBitOffset(handle, -8) == CUBLAS_STATUS_SUCCESS);
  EXPECT(cublasSetMathMode(handle, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH) == CUBLAS_STATUS_SUCCESS);
  const double host[] = {1, 3, 2, 4}, one = 1, zero = 0;
  double *a, *c, product[4];
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&c, sizeof(host));
  cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
  const cudaDataType type = CUDA_R_64F;
  EXPECT(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, type, 2, a, type, 2, &zero, c, type, 2,
                      CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  cudaMemcpy(product, c, sizeof(product), cudaMemcpyDeviceToHost);
  EXPECT(product[0] == 7 && product[1] == 15 && product[2] == 10 && product[3] == 22);
  std::printf("%d wrong\n", wrong);
}
