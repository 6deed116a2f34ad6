#include "sim/library/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "sim/include/cuda_fp8.h"

namespace fencepost::sim {
namespace {

/// Bytes, and name.
struct TypeRow {
  cudaDataType type;
  std::size_t bytes;
  const char* name;
};
#define FENCEPOST_TYPE(type, bytes) \
  { type, bytes, #type }
constexpr TypeRow kTypes[] = {
    FENCEPOST_TYPE(CUDA_R_16F, 2),     FENCEPOST_TYPE(CUDA_C_16F, 4),     FENCEPOST_TYPE(CUDA_R_16BF, 2),
    FENCEPOST_TYPE(CUDA_C_16BF, 4),    FENCEPOST_TYPE(CUDA_R_32F, 4),     FENCEPOST_TYPE(CUDA_C_32F, 8),
    FENCEPOST_TYPE(CUDA_R_64F, 8),     FENCEPOST_TYPE(CUDA_C_64F, 16),    FENCEPOST_TYPE(CUDA_R_8I, 1),
    FENCEPOST_TYPE(CUDA_R_8U, 1),      FENCEPOST_TYPE(CUDA_C_8I, 2),      FENCEPOST_TYPE(CUDA_R_32I, 4),
    FENCEPOST_TYPE(CUDA_R_8F_E4M3, 1), FENCEPOST_TYPE(CUDA_R_8F_E5M2, 1), FENCEPOST_TYPE(CUDA_R_8F_UE8M0, 1),
};
#undef FENCEPOST_TYPE

const TypeRow* row_of(cudaDataType type) {
  const auto* const found = std::ranges::find(kTypes, type, &TypeRow::type);
  return found == std::end(kTypes) ? nullptr : found;
}

template <class T>
T load(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T, class W>
T rounded(W value) {
  if (std::isnan(value)) return 0;
  constexpr W kLeast = static_cast<W>(std::numeric_limits<T>::min());
  constexpr W kMost = static_cast<W>(std::numeric_limits<T>::max());
  if (value <= kLeast) return std::numeric_limits<T>::min();
  if (value >= kMost) return std::numeric_limits<T>::max();
  return static_cast<T>(std::nearbyint(value));
}

float of_fp8(const void* from, __nv_fp8_interpretation_t format) {
  return __half2float(__half(__nv_cvt_fp8_to_halfraw(load<__nv_fp8_storage_t>(from), format)));
}

/// Calls `act` with a function that loads an element as W and one that stores it.
template <class W, class Do>
void with_type(cudaDataType type, Do act) {
  const auto plain = [&]<class T>(T) {
    act([](const void* p) { return static_cast<W>(load<T>(p)); },
        [](void* p, W value) {
          T element;
          if constexpr (std::is_integral_v<T>) {
            element = rounded<T>(value);
          } else {
            element = static_cast<T>(value);
          }
          std::memcpy(p, &element, sizeof(T));
        });
  };
  const auto fp8 = [&](auto format) {
    act([=](const void* p) { return static_cast<W>(of_fp8(p, format)); },
        [=](void* p, W value) {
          *static_cast<__nv_fp8_storage_t*>(p) =
              __nv_cvt_float_to_fp8(static_cast<float>(value), __NV_SATFINITE, format);
        });
  };
  switch (type) {
    case CUDA_R_32F:
      return plain(float());
    case CUDA_R_64F:
      return plain(double());
    case CUDA_R_8I:
      return plain(std::int8_t());
    case CUDA_R_8U:
      return plain(std::uint8_t());
    case CUDA_R_32I:
      return plain(std::int32_t());
    case CUDA_R_16F:
      return act([](const void* p) { return static_cast<W>(__half2float(load<__half>(p))); },
                 [](void* p, W value) {
                   const __half element = __float2half(static_cast<float>(value));
                   std::memcpy(p, static_cast<const void*>(&element), sizeof(element));
                 });
    case CUDA_R_16BF:
      return act([](const void* p) { return static_cast<W>(__bfloat162float(load<__nv_bfloat16>(p))); },
                 [](void* p, W value) {
                   const __nv_bfloat16 element = __float2bfloat16(static_cast<float>(value));
                   std::memcpy(p, static_cast<const void*>(&element), sizeof(element));
                 });
    case CUDA_R_8F_E4M3:
      return fp8(__NV_E4M3);
    case CUDA_R_8F_E5M2:
      return fp8(__NV_E5M2);
    default:
      break;  // The callers have looked: is_narrow(), or one of the above.
  }
}

}  // namespace

std::size_t element_bytes(cudaDataType type) {
  const TypeRow* const row = row_of(type);
  return row == nullptr ? 0 : row->bytes;
}

std::string type_name(cudaDataType type) {
  const TypeRow* const row = row_of(type);
  return row == nullptr ? "cudaDataType " + std::to_string(static_cast<int>(type)) : row->name;
}

bool is_complex(cudaDataType type) {
  return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_8I;
}

bool is_narrow(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_8I || type == CUDA_R_8U || type == CUDA_R_32I ||
         type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

std::complex<double> number_at(cudaDataType type, const void* from) {
  if (type == CUDA_C_32F) return load<std::complex<float>>(from);
  if (type == CUDA_C_64F) return load<std::complex<double>>(from);
  double value = 0;
  read_elements(type, from, 1, 1, &value);
  return value;
}

template <class W>
void read_elements(cudaDataType type, const void* from, std::int64_t step, std::int64_t count, W* to) {
  const auto bytes = step * static_cast<std::int64_t>(element_bytes(type));
  with_type<W>(type, [&](auto get, auto) {
    const auto* at = static_cast<const std::byte*>(from);
    for (std::int64_t i = 0; i < count; ++i, at += bytes) to[i] = get(at);
  });
}

template <class W>
void write_elements(cudaDataType type, const W* from, std::int64_t count, void* to, std::int64_t step) {
  const auto bytes = step * static_cast<std::int64_t>(element_bytes(type));
  with_type<W>(type, [&](auto, auto put) {
    auto* at = static_cast<std::byte*>(to);
    for (std::int64_t i = 0; i < count; ++i, at += bytes) put(at, from[i]);
  });
}

template void read_elements(cudaDataType, const void*, std::int64_t, std::int64_t, float*);
template void read_elements(cudaDataType, const void*, std::int64_t, std::int64_t, double*);
template void write_elements(cudaDataType, const float*, std::int64_t, void*, std::int64_t);
template void write_elements(cudaDataType, const double*, std::int64_t, void*, std::int64_t);

}  // namespace fencepost::sim
