// C = alpha * op(A) * op(B) + beta * C, of one or many matrices: what all gemm functions come down to.
#pragma once

#include <cstdint>

#include "sim/blas/call.h"
#include "sim/library/elements.h"

namespace fencepost::sim {

struct ProductMatrix {
  const void* base = nullptr;  ///< Or, if `by_pointers`, an array on the device of the matrices' addresses.
  cudaDataType type = CUDA_R_32F;
  std::int64_t ld = 0;
  std::int64_t stride = 0;  ///< From matrix to matrix, in elements.
};

struct Product {
  cublasOperation_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N;
  std::int64_t m = 0, n = 0, k = 0;
  const void* alpha = nullptr;
  ProductMatrix a, b;
  const void* beta = nullptr;
  ProductMatrix c;  ///< Written, whatever its type says.
  std::int64_t batch = 1;
  bool by_pointers = false;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
};

constexpr cudaDataType kNoType = CUDA_R_4I;  ///< No function here has elements of it.

/// The type of alpha and beta. kNoType: there is no product of these types (cuBLAS, "cublasGemmEx", table of types).
cudaDataType scalar_type(cublasComputeType_t, cudaDataType a, cudaDataType b, cudaDataType c);

/// Checks the arguments and issues the work. Thread safety: full.
cublasStatus_t multiply(const BlasCall& call, cublasHandle_t handle, const Product& product);

}  // namespace fencepost::sim
