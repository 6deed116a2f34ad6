// Tensor maps of the driver API (CUDA Driver API, "Tensor Map Object Management").
#include "sim/runtime/driver/tensor_map.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "sim/include/cuda.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/unsupported.h"

namespace {

using fencepost::sim::elements_of;
using fencepost::sim::TensorElements;
using fencepost::sim::TensorMap;

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
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B:
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B:
      return 128;
    default:
      return -1;
  }
}

int swizzle_unit(CUtensorMapSwizzle swizzle) {
  if (swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B) return 32;
  return swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B ? 64 : 16;
}

bool is_multiple(const void* address, std::uintptr_t of) { return reinterpret_cast<std::uintptr_t>(address) % of == 0; }

/// What both kinds of maps have.
struct Tensor {
  CUtensorMap* to;
  CUtensorMapDataType type;
  cuuint32_t rank;
  void* base;
  const cuuint64_t* size;
  const cuuint64_t* stride;
  const cuuint32_t* element_strides;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapFloatOOBfill fill;
};

/// Whether there are such elements with this swizzle ("Tensor Map Object Management", cuTensorMapEncodeTiled).
bool has_swizzle(CUtensorMapDataType type, CUtensorMapSwizzle swizzle) {
  switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_32B:
    case CU_TENSOR_MAP_SWIZZLE_64B:
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B:
      return !elements_of(type).spreads;
    case CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B:
      return type != CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B;
    default:
      return true;
  }
}

/// Empty: the arguments are not valid. Refuses what is not supported of `function`.
std::optional<TensorMap> map_of(const Tensor& of, const std::string& function, const void* pc) {
  if (of.to == nullptr || of.size == nullptr || of.element_strides == nullptr || of.rank == 0 ||
      of.rank > TensorMap::kMostDimensions || (of.rank > 1 && of.stride == nullptr) || !is_multiple(of.to, 64)) {
    return std::nullopt;
  }
  const auto refuse = [&](const char* what) { fencepost::sim::refuse((what + (" (" + function + ")")).c_str(), pc); };
  const TensorElements elements = elements_of(of.type);
  const int width = swizzle_bytes(of.swizzle);
  if (elements.bits == 0 || !has_swizzle(of.type, of.swizzle)) return std::nullopt;
  if (width < 0) refuse("this swizzle of a tensor map");
  if (of.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) refuse("an interleaved tensor map");
  if (of.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) refuse("a tensor map that fills with NaN");
  TensorMap map;
  map.rank = static_cast<std::uint8_t>(of.rank);
  map.type = static_cast<std::uint8_t>(of.type);
  map.element_bits = elements.bits;
  map.spreads = elements.spreads;
  map.swizzle_bytes = static_cast<std::uint8_t>(width);
  map.swizzle_unit = static_cast<std::uint8_t>(swizzle_unit(of.swizzle));
  map.base = static_cast<std::byte*>(of.base);
  const std::uintptr_t alignment = map.spreads ? 32 : 16;
  if (!is_multiple(of.base, alignment)) return std::nullopt;
  if (of.size[0] % map.together() != 0) return std::nullopt;
  for (cuuint32_t d = 0; d < of.rank; ++d) {
    // Of the innermost dimension there is none without an interleaved layout.
    const cuuint32_t step = d == 0 ? 1 : of.element_strides[d];
    if (of.size[d] == 0 || of.size[d] > 0xffffffffULL || step == 0 || step > 8) return std::nullopt;
    map.size[d] = static_cast<std::uint32_t>(of.size[d]);
    map.element_strides[d] = static_cast<std::uint8_t>(step);
    if (d + 1 == of.rank) break;
    if (of.stride[d] % alignment != 0 || of.stride[d] >= (1ULL << 40)) return std::nullopt;
    map.stride[d] = of.stride[d];
  }
  return map;
}

/// True if the hardware can move rows of so many bytes.
bool has_row(const TensorMap& map) {
  const std::size_t row = map.row_bytes();
  if (map.spreads && map.box[0] != TensorMap::kSpreadRow) return false;
  return row % 16 == 0 && (map.swizzle_bytes == 0 || row <= map.swizzle_bytes);
}

CUresult encode(CUtensorMap* to, const TensorMap& map) {
  *to = {};
  std::memcpy(static_cast<void*>(to), &map, sizeof map);
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* to, CUtensorMapDataType type, cuuint32_t rank, void* base,
                                const cuuint64_t* size, const cuuint64_t* stride, const cuuint32_t* box,
                                const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
  std::optional<TensorMap> map =
      map_of({to, type, rank, base, size, stride, element_strides, interleave, swizzle, fill}, "cuTensorMapEncodeTiled",
             FENCEPOST_USER_PC);
  if (!map || box == nullptr) return CUDA_ERROR_INVALID_VALUE;
  for (cuuint32_t d = 0; d < rank; ++d) {
    if (box[d] == 0 || box[d] > 256) return CUDA_ERROR_INVALID_VALUE;
    map->box[d] = static_cast<std::uint16_t>(box[d]);
  }
  return has_row(*map) ? encode(to, *map) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* to, CUtensorMapDataType type, cuuint32_t rank, void* base,
                                 const cuuint64_t* size, const cuuint64_t* stride, const int* lower_corner,
                                 const int* upper_corner, cuuint32_t channels, cuuint32_t pixels,
                                 const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
  std::optional<TensorMap> map =
      map_of({to, type, rank, base, size, stride, element_strides, interleave, swizzle, fill},
             "cuTensorMapEncodeIm2col", FENCEPOST_USER_PC);
  if (!map || rank < 3 || lower_corner == nullptr || upper_corner == nullptr || channels == 0 || channels > 256 ||
      pixels == 0 || pixels > 1024) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const int most = rank == 3 ? 32767 : rank == 4 ? 127 : 15;  // 16, 8 or 5 bits, signed.
  for (cuuint32_t d = 0; d + 2 < rank; ++d) {
    const int lower = lower_corner[d], upper = upper_corner[d];
    const std::int64_t end = static_cast<std::int64_t>(size[d + 1]) + upper;
    if (std::max(lower, upper) > most || std::min(lower, upper) < -most - 1 || end <= lower)
      return CUDA_ERROR_INVALID_VALUE;
    map->lower_corner[d] = static_cast<std::int16_t>(lower);
    map->upper_corner[d] = static_cast<std::int16_t>(upper);
  }
  map->is_im2col = true;
  map->box[0] = static_cast<std::uint16_t>(channels);
  map->pixels = static_cast<std::uint16_t>(pixels);
  return has_row(*map) ? encode(to, *map) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* base) {
  if (map == nullptr || base == nullptr || !is_multiple(base, 16)) return CUDA_ERROR_INVALID_VALUE;
  auto& tensor = *reinterpret_cast<TensorMap*>(map);
  if (!tensor.is_valid()) return CUDA_ERROR_INVALID_VALUE;
  tensor.base = static_cast<std::byte*>(base);
  return CUDA_SUCCESS;
}

}  // extern "C"
