// What kernels do to tensor maps (PTX ISA, "tensormap.replace", "tensormap.cp_fenceproxy", "fence.proxy.tensormap").
#include <cstring>
#include <string>

#include "sim/device/told_order.h"
#include "sim/engine/engine.h"
#include "sim/include/cuda.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"
#include "sim/runtime/driver/tensor_map.h"
#define __CUDACC__  // For the device functions of the headers.
#include "sim/include/fencepost_async.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

using fencepost::sim::current;
using fencepost::sim::observers;
using fencepost::sim::StopReason;
using fencepost::sim::TensorMap;
using fencepost_rt::MapField;

[[noreturn]] void stop(StopReason reason, const char* text, const void* pc) {
  fencepost::sim::stop_launch({.reason = reason, .pc = pc, .text = text});
}

void tell(const void* address, bool writes, const void* pc) {
  observers().accesses->on_range(address, sizeof(CUtensorMap), writes, pc);
}

/// By their numbers in the ISA ("Table: new_val"), which are others than those of the driver API.
constexpr CUtensorMapDataType kElementTypes[] = {
    CU_TENSOR_MAP_DATA_TYPE_UINT8,        CU_TENSOR_MAP_DATA_TYPE_UINT16,       CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CU_TENSOR_MAP_DATA_TYPE_INT32,        CU_TENSOR_MAP_DATA_TYPE_UINT64,       CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16,      CU_TENSOR_MAP_DATA_TYPE_FLOAT32,      CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT64,      CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,     CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B,
    CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B};

/// False: the value is none of the field's. Stops at what is not supported.
bool replace(TensorMap& map, MapField field, std::size_t at, unsigned long value, const void* pc) {
  const bool is_dimension = at < TensorMap::kMostDimensions;
  switch (field) {
    case MapField::kAddress:
      map.base = reinterpret_cast<std::byte*>(value);  // NOLINT(performance-no-int-to-ptr)
      return value % 16 == 0;
    case MapField::kRank:
      map.rank = static_cast<std::uint8_t>(value + 1);
      return value < TensorMap::kMostDimensions;
    case MapField::kBox:
      if (is_dimension) map.box[at] = static_cast<std::uint16_t>(value);
      return is_dimension && value >= 1 && value <= 256;
    case MapField::kSize:
      if (is_dimension) map.size[at] = static_cast<std::uint32_t>(value);
      return is_dimension && value >= 1;
    case MapField::kStride:
      if (at + 1 < TensorMap::kMostDimensions) map.stride[at] = value;
      return at + 1 < TensorMap::kMostDimensions && value % 16 == 0 && value < (1UL << 40);
    case MapField::kElementStride:
      // The hardware has none of the innermost dimension without an interleaved layout.
      if (is_dimension && at != 0) map.element_strides[at] = static_cast<std::uint8_t>(value);
      return is_dimension && value >= 1 && value <= 8;
    case MapField::kElementType:
      if (value >= std::size(kElementTypes)) return false;
      map.type = static_cast<std::uint8_t>(kElementTypes[value]);
      map.element_bits = fencepost::sim::elements_of(kElementTypes[value]).bits;
      map.spreads = fencepost::sim::elements_of(kElementTypes[value]).spreads;
      return true;
    case MapField::kInterleave:
      if (value != 0) stop(StopReason::kUnsupported, "an interleaved tensor map", pc);
      return true;
    case MapField::kSwizzle:
      if (value > 3) stop(StopReason::kUnsupported, "this swizzle of a tensor map", pc);
      map.swizzle_bytes = static_cast<std::uint8_t>(value == 0 ? 0 : 16U << value);
      return true;
    case MapField::kSwizzleAtomicity:
      // 16 bytes, 32, 32 with halves that change places, 64.
      if (value == 2 || value > 3) stop(StopReason::kUnsupported, "this atomicity of a tensor map's swizzle", pc);
      map.swizzle_unit = static_cast<std::uint8_t>(value == 0 ? 16 : value == 1 ? 32 : 64);
      return true;
    case MapField::kFill:
      if (value != 0) stop(StopReason::kUnsupported, "a tensor map that fills with NaN", pc);
      return true;
  }
  return false;
}

}  // namespace

extern "C" {

void fencepost_tensor_map_replace(void* map, MapField field, unsigned ordinal, unsigned long value) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  tell(map, true, pc);
  auto& tensor = *static_cast<TensorMap*>(map);
  if (tensor.mark != TensorMap::kMark) stop(StopReason::kTrap, "tensormap.replace of what is no tensor map", pc);
  if (!replace(tensor, field, ordinal, value, pc))
    stop(StopReason::kTrap, "tensormap.replace with a value that the field cannot have", pc);
}

void fencepost_tensor_map_copy(void* to, const void* from) {
  fencepost::sim::assert_told_order();
  if (!current.in_kernel) return;
  const void* const pc = FENCEPOST_CALLER;
  tell(from, false, pc);
  tell(to, true, pc);
  std::memcpy(to, from, sizeof(CUtensorMap));
}

void fencepost_tensor_map_fence(bool acquires) {
  fencepost::sim::assert_told_order();
  if (current.in_kernel) observers().accesses->on_map_fence(acquires);
}

}  // extern "C"
