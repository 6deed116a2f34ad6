// The descriptors of cuBLASLt: what a program sets, and what of it decides a product.
#pragma once

#include <cstdint>

#include "sim/include/cublasLt.h"

namespace fencepost::sim {

/// In cublasLtMatrixLayoutOpaque_t.
struct LtLayout {
  std::int32_t type = CUDA_R_32F;
  std::int32_t order = CUBLASLT_ORDER_COL;
  std::uint64_t rows = 0, columns = 0;
  std::int64_t ld = 0;
  std::int32_t batch = 1;
  std::uint32_t batch_mode = CUBLASLT_BATCH_MODE_STRIDED;
  std::int64_t stride = 0;        ///< From matrix to matrix, in elements.
  std::int64_t plane_offset = 0;  ///< Of planar complex numbers.
};
static_assert(sizeof(LtLayout) <= sizeof(cublasLtMatrixLayoutOpaque_t));

/// In cublasLtMatmulDescOpaque_t.
struct LtProduct {
  std::int32_t compute = CUBLAS_COMPUTE_32F;
  std::int32_t scale_type = CUDA_R_32F;  ///< Of alpha and beta.
  std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N, transc = CUBLAS_OP_N;
  std::int32_t fill_mode = CUBLAS_FILL_MODE_FULL;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  std::int32_t bias_type = kSameAsD, aux_type = kSameAsD;
  std::int32_t sm_count_target = 0;
  std::int32_t scale_modes[6] = {};  ///< Of A, B, C, D, the auxiliary matrix, D's own scales.
  std::int8_t fast_accumulation = 0;
  void* bias = nullptr;
  std::int64_t bias_stride = 0;
  void* aux = nullptr;
  std::int64_t aux_ld = 0, aux_stride = 0;
  std::int64_t alpha_stride = 0;
  const void* scales[4] = {};  ///< Of A, B, C, D; null: 1.
  void* amax_d = nullptr;
  const void* aux_scale = nullptr;
  void* aux_amax = nullptr;
  void* d_out_scale = nullptr;

  static constexpr std::int32_t kSameAsD = -1;
};
static_assert(sizeof(LtProduct) <= sizeof(cublasLtMatmulDescOpaque_t));

/// In cublasLtMatmulPreferenceOpaque_t.
struct LtPreference {
  std::uint32_t search_mode = CUBLASLT_SEARCH_BEST_FIT;
  std::uint32_t reduction_schemes = CUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint64_t workspace_bytes = 0;
  std::uint32_t alignments[4] = {256, 256, 256, 256};  ///< Of A, B, C, D.
  float waves = 0;
  std::uint64_t implementations = ~std::uint64_t{0};
};
static_assert(sizeof(LtPreference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));

/// What a descriptor holds. It was made by the functions of cuBLASLt.
LtLayout& in(cublasLtMatrixLayout_t);
LtProduct& in(cublasLtMatmulDesc_t);
LtPreference& in(cublasLtMatmulPreference_t);

/// A descriptor that was created, and destroyed not long ago: a program may make its own in any memory. Thread safety:
/// full.
bool was_destroyed(cublasLtMatrixLayout_t);
bool was_destroyed(cublasLtMatmulDesc_t);
bool was_destroyed(cublasLtMatmulPreference_t);

}  // namespace fencepost::sim
