#include "sim/blas/lt_attributes.h"

#include <cstring>
#include <new>
#include <span>
#include <string>

#include "sim/blas/call.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"

namespace fencepost::sim {

// The opaque arrays of words hold objects of ours, which are made there.
LtLayout& in(cublasLtMatrixLayout_t layout) { return *reinterpret_cast<LtLayout*>(layout->data); }
LtProduct& in(cublasLtMatmulDesc_t desc) { return *reinterpret_cast<LtProduct*>(desc->data); }
LtPreference& in(cublasLtMatmulPreference_t preference) { return *reinterpret_cast<LtPreference*>(preference->data); }

bool was_destroyed(cublasLtMatrixLayout_t layout) { return Live<cublasLtMatrixLayoutOpaque_t>::was_removed(layout); }
bool was_destroyed(cublasLtMatmulDesc_t desc) { return Live<cublasLtMatmulDescOpaque_t>::was_removed(desc); }
bool was_destroyed(cublasLtMatmulPreference_t preference) {
  return Live<cublasLtMatmulPreferenceOpaque_t>::was_removed(preference);
}

namespace {

/// Where an attribute lies in its descriptor.
using Place = std::span<std::byte>;

template <class T>
Place place(T& member) {
  return std::as_writable_bytes(std::span(&member, 1));
}

Place place_of(LtLayout& layout, int attribute) {
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return place(layout.type);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return place(layout.order);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return place(layout.rows);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return place(layout.columns);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return place(layout.ld);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return place(layout.batch);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return place(layout.stride);
    case CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET:
      return place(layout.plane_offset);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_MODE:
      return place(layout.batch_mode);
    default:
      return {};
  }
}

Place place_of(LtProduct& product, int attribute) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return place(product.compute);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return place(product.scale_type);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return place(product.pointer_mode);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return place(product.transa);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return place(product.transb);
    case CUBLASLT_MATMUL_DESC_TRANSC:
      return place(product.transc);
    case CUBLASLT_MATMUL_DESC_FILL_MODE:
      return place(product.fill_mode);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return place(product.epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return place(product.bias);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
      return place(product.bias_stride);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
      return place(product.aux);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
      return place(product.aux_ld);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
      return place(product.aux_stride);
    case CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE:
      return place(product.alpha_stride);
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
      return place(product.sm_count_target);
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_C_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_D_SCALE_POINTER:
      return place(product.scales[attribute - CUBLASLT_MATMUL_DESC_A_SCALE_POINTER]);
    case CUBLASLT_MATMUL_DESC_AMAX_D_POINTER:
      return place(product.amax_d);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
      return place(product.aux_type);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER:
      return place(product.aux_scale);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER:
      return place(product.aux_amax);
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
      return place(product.fast_accumulation);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return place(product.bias_type);
    case CUBLASLT_MATMUL_DESC_A_SCALE_MODE:
    case CUBLASLT_MATMUL_DESC_B_SCALE_MODE:
    case CUBLASLT_MATMUL_DESC_C_SCALE_MODE:
    case CUBLASLT_MATMUL_DESC_D_SCALE_MODE:
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE:
      return place(product.scale_modes[attribute - CUBLASLT_MATMUL_DESC_A_SCALE_MODE]);
    case CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE:
      return place(product.scale_modes[5]);
    case CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER:
      return place(product.d_out_scale);
    default:
      return {};
  }
}

Place place_of(LtPreference& preference, int attribute) {
  switch (attribute) {
    case CUBLASLT_MATMUL_PREF_SEARCH_MODE:
      return place(preference.search_mode);
    case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
      return place(preference.workspace_bytes);
    case CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK:
      return place(preference.reduction_schemes);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
      return place(preference.alignments[attribute - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES]);
    case CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT:
      return place(preference.waves);
    case CUBLASLT_MATMUL_PREF_IMPL_MASK:
      return place(preference.implementations);
    default:
      return {};
  }
}

template <class Descriptor>
cublasStatus_t set(const BlasCall& call, Descriptor descriptor, int attribute, const void* value, std::size_t bytes) {
  if (descriptor == nullptr || value == nullptr) return call.invalid("an argument is null");
  if (was_destroyed(descriptor)) return call.invalid("its descriptor was destroyed");
  const Place there = place_of(in(descriptor), attribute);
  if (there.empty()) return call.invalid("there is no attribute " + std::to_string(attribute));
  if (bytes != there.size()) {
    return call.invalid("attribute " + std::to_string(attribute) + " has " + std::to_string(there.size()) +
                        " bytes, not " + std::to_string(bytes));
  }
  std::memcpy(there.data(), value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

/// With a size of 0: only tells how many bytes there are.
template <class Descriptor>
cublasStatus_t get(const BlasCall& call, Descriptor descriptor, int attribute, void* value, std::size_t bytes,
                   std::size_t* written) {
  if (descriptor == nullptr) return call.invalid("the descriptor is null");
  if (was_destroyed(descriptor)) return call.invalid("its descriptor was destroyed");
  const Place there = place_of(in(descriptor), attribute);
  if (there.empty()) return call.invalid("there is no attribute " + std::to_string(attribute));
  if (bytes == 0 && written == nullptr) return call.invalid("there is no place for the result");
  if (written != nullptr) *written = there.size();
  if (bytes == 0) return CUBLAS_STATUS_SUCCESS;
  if (value == nullptr || bytes < there.size()) return call.invalid("the place for the result is too small");
  std::memcpy(value, there.data(), there.size());
  return CUBLAS_STATUS_SUCCESS;
}

/// Makes the object in the words of a descriptor.
template <class Object, class Opaque>
void make(Opaque* descriptor, const Object& object) {
  *descriptor = {};
  new (descriptor->data) Object(object);
}

template <class Opaque, class Object>
cublasStatus_t create(const BlasCall& call, Opaque** descriptor, const Object& object) {
  if (descriptor == nullptr) return call.invalid("the place for the descriptor is null");
  *descriptor = Live<Opaque>::add(new Opaque);
  make(*descriptor, object);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class Object>
cublasStatus_t initialise(const BlasCall& call, Opaque* descriptor, const Object& object) {
  if (descriptor == nullptr) return call.invalid("the descriptor is null");
  make(descriptor, object);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque>
cublasStatus_t destroy(const BlasCall& call, Opaque* descriptor) {
  if (descriptor == nullptr || Live<Opaque>::remove(descriptor)) return CUBLAS_STATUS_SUCCESS;
  return call.invalid("its descriptor was never created, or was destroyed");
}

LtLayout layout(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t ld) {
  return {.type = type, .rows = rows, .columns = columns, .ld = ld};
}

LtProduct product(cublasComputeType_t compute, cudaDataType scale) { return {.compute = compute, .scale_type = scale}; }

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* desc, cudaDataType type, uint64_t rows, uint64_t cols,
                                          int64_t ld) {
  return create(FENCEPOST_BLAS_CALL, desc, layout(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t desc, cudaDataType type, uint64_t rows, uint64_t cols,
                                        int64_t ld) {
  return initialise(FENCEPOST_BLAS_CALL, desc, layout(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t desc) { return destroy(FENCEPOST_BLAS_CALL, desc); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t desc, cublasLtMatrixLayoutAttribute_t attr,
                                                const void* buf, size_t bytes) {
  return set(FENCEPOST_BLAS_CALL, desc, attr, buf, bytes);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t desc, cublasLtMatrixLayoutAttribute_t attr,
                                                void* buf, size_t bytes, size_t* written) {
  return get(FENCEPOST_BLAS_CALL, desc, attr, buf, bytes, written);
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t compute, cudaDataType scale) {
  return create(FENCEPOST_BLAS_CALL, desc, product(compute, scale));
}
cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType scale) {
  return initialise(FENCEPOST_BLAS_CALL, desc, product(compute, scale));
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) { return destroy(FENCEPOST_BLAS_CALL, desc); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attr,
                                              const void* buf, size_t bytes) {
  return set(FENCEPOST_BLAS_CALL, desc, attr, buf, bytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attr, void* buf,
                                              size_t bytes, size_t* written) {
  return get(FENCEPOST_BLAS_CALL, desc, attr, buf, bytes, written);
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* desc) {
  return create(FENCEPOST_BLAS_CALL, desc, LtPreference());
}
cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t desc) {
  return initialise(FENCEPOST_BLAS_CALL, desc, LtPreference());
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t desc) {
  return destroy(FENCEPOST_BLAS_CALL, desc);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t desc,
                                                    cublasLtMatmulPreferenceAttributes_t attr, const void* buf,
                                                    size_t bytes) {
  return set(FENCEPOST_BLAS_CALL, desc, attr, buf, bytes);
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t desc,
                                                    cublasLtMatmulPreferenceAttributes_t attr, void* buf, size_t bytes,
                                                    size_t* written) {
  return get(FENCEPOST_BLAS_CALL, desc, attr, buf, bytes, written);
}

}  // extern "C"
