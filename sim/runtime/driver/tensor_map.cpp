// Tensor maps of the driver API (CUDA Driver API, "Tensor Map Object Management").
#include "sim/runtime/driver/tensor_map.h"

#include <algorithm>
#include <cstring>

#include "sim/include/cuda.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/unsupported.h"

namespace {

using fencepost::sim::TensorMap;

/// 0: not supported.
int bytes_of(CUtensorMapDataType type) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
      return 1;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
      return 2;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
      return 4;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
      return 8;
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B:
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B:
    case CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B:
      break;
  }
  return 0;
}

/// 0: none; -1: not supported.
int swizzle_bytes(CUtensorMapSwizzle swizzle) {
  switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_NONE:
      return 0;
    case CU_TENSOR_MAP_SWIZZLE_32B:
      return 32;
    case CU_TENSOR_MAP_SWIZZLE_64B:
      return 64;
    case CU_TENSOR_MAP_SWIZZLE_128B:
      return 128;
    default:
      return -1;
  }
}

bool is_multiple(const void* address, std::uintptr_t of) { return reinterpret_cast<std::uintptr_t>(address) % of == 0; }

}  // namespace

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* to, CUtensorMapDataType type, cuuint32_t rank, void* base,
                                const cuuint64_t* size, const cuuint64_t* stride, const cuuint32_t* box,
                                const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
  const void* const pc = FENCEPOST_USER_PC;
  if (to == nullptr || size == nullptr || box == nullptr || element_strides == nullptr || base == nullptr ||
      rank == 0 || rank > TensorMap::kMostDimensions || (rank > 1 && stride == nullptr) || !is_multiple(to, 64) ||
      !is_multiple(base, 16)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const int bytes = bytes_of(type);
  const int width = swizzle_bytes(swizzle);
  if (bytes == 0) fencepost::sim::refuse("a tensor map of packed elements (cuTensorMapEncodeTiled)", pc);
  if (width < 0) fencepost::sim::refuse("this swizzle of a tensor map (cuTensorMapEncodeTiled)", pc);
  if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
    fencepost::sim::refuse("an interleaved tensor map (cuTensorMapEncodeTiled)", pc);
  if (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    fencepost::sim::refuse("a tensor map that fills with NaN (cuTensorMapEncodeTiled)", pc);
  TensorMap map;
  map.rank = static_cast<std::uint8_t>(rank);
  map.type = static_cast<std::uint8_t>(type);
  map.element_bytes = static_cast<std::uint8_t>(bytes);
  map.swizzle_bytes = static_cast<std::uint8_t>(width);
  map.base = static_cast<std::byte*>(base);
  for (cuuint32_t d = 0; d < rank; ++d) {
    if (size[d] == 0 || size[d] > 0xffffffffULL || box[d] == 0 || box[d] > 256 || element_strides[d] == 0 ||
        element_strides[d] > 8) {
      return CUDA_ERROR_INVALID_VALUE;
    }
    map.size[d] = static_cast<std::uint32_t>(size[d]);
    map.box[d] = static_cast<std::uint16_t>(box[d]);
    map.element_strides[d] = static_cast<std::uint8_t>(element_strides[d]);
    if (d + 1 == rank) break;
    if (stride[d] % 16 != 0 || stride[d] >= (1ULL << 40)) return CUDA_ERROR_INVALID_VALUE;
    map.stride[d] = stride[d];
  }
  const std::size_t row = std::size_t{map.box[0]} * map.element_bytes;
  if (row % 16 != 0 || (width != 0 && row > static_cast<std::size_t>(width))) return CUDA_ERROR_INVALID_VALUE;
  if (map.element_strides[0] != 1)
    fencepost::sim::refuse("a tensor map with a stride of its innermost elements (cuTensorMapEncodeTiled)", pc);
  // A traversal stride counts each of the box's elements once.
  for (cuuint32_t d = 1; d < rank; ++d) {
    map.box[d] = static_cast<std::uint16_t>((map.box[d] + map.element_strides[d] - 1) / map.element_strides[d]);
  }
  *to = {};
  std::memcpy(static_cast<void*>(to), &map, sizeof map);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                                 const cuuint64_t*, const int*, const int*, cuuint32_t, cuuint32_t, const cuuint32_t*,
                                 CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                                 CUtensorMapFloatOOBfill) {
  fencepost::sim::refuse("an im2col tensor map (cuTensorMapEncodeIm2col)", FENCEPOST_USER_PC);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* base) {
  if (map == nullptr || base == nullptr || !is_multiple(base, 16)) return CUDA_ERROR_INVALID_VALUE;
  auto& tensor = *reinterpret_cast<TensorMap*>(map);
  if (!tensor.is_valid()) return CUDA_ERROR_INVALID_VALUE;
  tensor.base = static_cast<std::byte*>(base);
  return CUDA_SUCCESS;
}

}  // extern "C"
