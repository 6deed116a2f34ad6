#include "sim/library/operand.h"

#include <cstdlib>

#include "sim/runtime/memory/addresses.h"

namespace fencepost::sim {
namespace {

Operand empty_operand(const char* role, Access access, std::size_t element_bytes) {
  return {.role = role,
          .reads = access != Access::kWrite,
          .writes = access != Access::kRead,
          .element_bytes = element_bytes};
}

/// Bytes of an array, counted from its base; none if no pointer could hold them.
struct Bytes {
  std::int64_t first = 0, end = 0;
};

std::optional<Bytes> bytes_of(const std::vector<Dimension>& dimensions, std::int64_t run, std::int64_t element_bytes) {
  Bytes bytes{0, 0};
  for (const Dimension& dimension : dimensions) {
    if (dimension.count == 0) return Bytes{};
    std::int64_t length = 0;
    if (__builtin_mul_overflow(dimension.count - 1, dimension.stride, &length)) return std::nullopt;
    std::int64_t& side = length < 0 ? bytes.first : bytes.end;
    if (__builtin_add_overflow(side, length, &side)) return std::nullopt;
  }
  if (__builtin_add_overflow(bytes.end, run, &bytes.end) ||
      __builtin_mul_overflow(bytes.first, element_bytes, &bytes.first) ||
      __builtin_mul_overflow(bytes.end, element_bytes, &bytes.end)) {
    return std::nullopt;
  }
  return bytes;
}

void add_range(Operand& operand, const std::byte* address, std::size_t bytes) {
  if (!operand.ranges.empty()) {
    OperationRange& last = operand.ranges.back();
    if (static_cast<const std::byte*>(last.address) + last.bytes == address) {
      last.bytes += bytes;
      return;
    }
  }
  operand.ranges.push_back({address, bytes});
}

/// So many ranges are written down only if they are memory that is there.
constexpr std::int64_t kMany = std::int64_t{1} << 16;

/// Makes the operand, which would have `count` ranges, all bytes from `first` to before `end`, counted from `base`, if
/// that is more than there is: then it is refused, however many elements it has.
bool is_beyond_memory(Operand& operand, const void* base, std::int64_t count, std::optional<Bytes> extent) {
  if (count <= kMany) return false;
  const auto* const begin = static_cast<const std::byte*>(base);
  // Far more than memory; sums with addresses do not overflow.
  constexpr std::int64_t kHuge = std::int64_t{1} << 50;
  const bool is_huge = !extent || extent->first < -kHuge || extent->end > kHuge;
  const std::byte* const from = is_huge ? begin : begin + extent->first;
  const auto bytes = static_cast<std::size_t>(is_huge ? kHuge : extent->end - extent->first);
  if (is_device_range(from, bytes)) return false;
  operand.ranges.assign(1, {from, bytes});
  return true;
}

}  // namespace

Operand vector_operand(const char* role, Access access, const void* base, std::size_t element_bytes, std::int64_t count,
                       std::int64_t increment) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto* const begin = static_cast<const std::byte*>(base);
  const auto step = static_cast<std::size_t>(std::abs(increment)) * element_bytes;
  if (step == element_bytes && count > 0) {
    add_range(operand, begin, static_cast<std::size_t>(count) * element_bytes);
    return operand;
  }
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  if (is_beyond_memory(operand, base, count, bytes_of({{count, std::abs(increment)}}, 1, bytes))) return operand;
  for (std::int64_t i = 0; i < count; ++i) {
    add_range(operand, begin + static_cast<std::size_t>(i) * step, element_bytes);
  }
  return operand;
}

Operand matrix_operand(const char* role, Access access, const void* base, std::size_t element_bytes, std::int64_t rows,
                       std::int64_t columns, std::int64_t ld, std::int64_t batch, std::int64_t stride) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  if (rows == 0 || columns == 0) return operand;
  if (is_beyond_memory(operand, base, columns > kMany || batch > kMany ? kMany + 1 : columns * batch,
                       bytes_of({{stride == 0 ? 1 : batch, stride}, {columns, ld}}, rows, bytes))) {
    return operand;
  }
  for (std::int64_t matrix = 0; matrix < batch; ++matrix) {
    if (matrix != 0 && stride == 0) break;  // All are the same.
    const auto* const begin = static_cast<const std::byte*>(base) + matrix * stride * bytes;
    for (std::int64_t j = 0; j < columns; ++j) {
      add_range(operand, begin + j * ld * bytes, static_cast<std::size_t>(rows * bytes));
    }
  }
  return operand;
}

Operand triangle_operand(const char* role, Access access, const void* base, std::size_t element_bytes,
                         std::int64_t size, std::int64_t ld, cublasFillMode_t uplo, bool with_diagonal) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  if (is_beyond_memory(operand, base, size, bytes_of({{size, ld}}, size, bytes))) return operand;
  for (std::int64_t j = 0; j < size; ++j) {
    const std::int64_t diagonal = with_diagonal ? 0 : 1;
    const std::int64_t first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j + diagonal;
    const std::int64_t end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 - diagonal : size;
    if (first >= end) continue;
    add_range(operand, static_cast<const std::byte*>(base) + (j * ld + first) * bytes,
              static_cast<std::size_t>((end - first) * bytes));
  }
  return operand;
}

std::optional<Operand> operand_beyond_memory(const char* role, const void* base, std::size_t element_bytes,
                                             std::int64_t count, std::int64_t elements) {
  Operand operand = empty_operand(role, Access::kRead, element_bytes);
  const std::optional<Bytes> extent = bytes_of({}, elements, static_cast<std::int64_t>(element_bytes));
  return is_beyond_memory(operand, base, count, extent) ? std::optional(operand) : std::nullopt;
}

Operand picked_operand(const char* role, Access access, const void* base, std::size_t element_bytes,
                       const std::vector<std::int64_t>& indices) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i != 0 && indices[i] == indices[i - 1]) continue;
    add_range(operand, static_cast<const std::byte*>(base) + indices[i] * bytes, element_bytes);
  }
  return operand;
}

Operand array_operand(const char* role, Access access, const void* base, std::size_t element_bytes,
                      const std::vector<Dimension>& dimensions) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  // What lies one behind the other is one range.
  std::size_t outer = dimensions.size();
  std::int64_t run = 1;
  while (outer != 0 && dimensions[outer - 1].stride == run) run *= dimensions[--outer].count;
  std::vector<std::int64_t> index(outer);
  for (bool more = true; more;) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < outer; ++d) offset += index[d] * dimensions[d].stride;
    add_range(operand, static_cast<const std::byte*>(base) + offset * bytes, static_cast<std::size_t>(run * bytes));
    more = false;
    for (std::size_t d = outer; d-- != 0 && !more;) {
      more = ++index[d] != dimensions[d].count;
      if (!more) index[d] = 0;
    }
  }
  return operand;
}

std::optional<Operand> span_of_array(const char* role, const void* base, std::size_t element_bytes,
                                     const std::vector<Dimension>& dimensions) {
  std::int64_t last = 0;
  std::int64_t bytes = 0;
  for (const Dimension& dimension : dimensions) {
    std::int64_t length = 0;
    if (__builtin_mul_overflow(dimension.count - 1, dimension.stride, &length) ||
        __builtin_add_overflow(last, length, &last)) {
      return std::nullopt;
    }
  }
  if (__builtin_add_overflow(last, 1, &last) ||
      __builtin_mul_overflow(last, static_cast<std::int64_t>(element_bytes), &bytes)) {
    return std::nullopt;
  }
  Operand operand = empty_operand(role, Access::kRead, element_bytes);
  operand.ranges.push_back({base, static_cast<std::size_t>(bytes)});
  return operand;
}

}  // namespace fencepost::sim
