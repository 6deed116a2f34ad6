#include "sim/nccl/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/library/elements.h"

namespace fencepost::sim {
namespace {

struct NumberType {
  const char* name;
  std::size_t bytes;
};
constexpr std::array<NumberType, ncclNumTypes> kNumberTypes = {{{"ncclInt8", 1},
                                                                {"ncclUint8", 1},
                                                                {"ncclInt32", 4},
                                                                {"ncclUint32", 4},
                                                                {"ncclInt64", 8},
                                                                {"ncclUint64", 8},
                                                                {"ncclFloat16", 2},
                                                                {"ncclFloat32", 4},
                                                                {"ncclFloat64", 8},
                                                                {"ncclBfloat16", 2},
                                                                {"ncclFloat8e4m3", 1},
                                                                {"ncclFloat8e5m2", 1}}};
constexpr std::array<const char*, ncclNumOps> kReductionNames = {"ncclSum", "ncclProd", "ncclMax", "ncclMin",
                                                                 "ncclAvg"};

/// Sums and products of integers wrap around, as those of kernels do.
template <class T>
T combine(ncclRedOp_t operation, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (operation == ncclMax) return std::max(a, b);
    if (operation == ncclMin) return std::min(a, b);
    using Unsigned = std::make_unsigned_t<T>;
    const std::uint64_t x = static_cast<Unsigned>(a), y = static_cast<Unsigned>(b);
    return static_cast<T>(operation == ncclProd ? x * y : x + y);
  } else {
    if (operation == ncclMax) return std::fmax(a, b);
    if (operation == ncclMin) return std::fmin(a, b);
    return operation == ncclProd ? a * b : a + b;
  }
}

template <class T>
struct NumbersOfRank {
  const T* numbers;
  const T* factor;
};

template <class T>
void reduce_numbers(ncclRedOp_t operation, const std::vector<NumbersOfRank<T>>& ranks, std::size_t count, T* result) {
  const auto term = [](const NumbersOfRank<T>& rank, std::size_t i) {
    return rank.factor == nullptr ? rank.numbers[i] : combine(ncclProd, rank.numbers[i], *rank.factor);
  };
  for (std::size_t i = 0; i < count; ++i) {
    T value = term(ranks[0], i);
    for (std::size_t r = 1; r < ranks.size(); ++r) value = combine(operation, value, term(ranks[r], i));
    result[i] = operation == ncclAvg ? static_cast<T>(value / static_cast<T>(ranks.size())) : value;
  }
}

/// Of numbers that C++ computes with.
template <class T>
void reduce_plain(ncclRedOp_t operation, std::span<const ReductionInput> inputs, std::size_t count, std::byte* result) {
  std::vector<NumbersOfRank<T>> ranks;
  for (const ReductionInput& input : inputs) {
    ranks.push_back({reinterpret_cast<const T*>(input.numbers), reinterpret_cast<const T*>(input.factor)});
  }
  reduce_numbers(operation, ranks, count, reinterpret_cast<T*>(result));
}

/// Of others, as floats.
void reduce_narrow(cudaDataType type, ncclRedOp_t operation, std::span<const ReductionInput> inputs, std::size_t count,
                   std::byte* result) {
  std::vector<std::vector<float>> numbers;
  numbers.reserve(2 * inputs.size());
  const auto read = [&](const std::byte* from, std::size_t of) -> const float* {
    if (from == nullptr) return nullptr;
    std::vector<float>& read = numbers.emplace_back(of);
    read_elements(type, from, 1, static_cast<std::int64_t>(of), read.data());
    return read.data();
  };
  std::vector<NumbersOfRank<float>> ranks;
  for (const ReductionInput& input : inputs) ranks.push_back({read(input.numbers, count), read(input.factor, 1)});
  std::vector<float> reduced(count);
  reduce_numbers(operation, ranks, count, reduced.data());
  write_elements(type, reduced.data(), static_cast<std::int64_t>(count), result, 1);
}

}  // namespace

std::size_t element_bytes(ncclDataType_t type) {
  return type < 0 || type >= ncclNumTypes ? 0 : kNumberTypes.at(type).bytes;
}

std::string name_of(ncclDataType_t type) { return kNumberTypes.at(type).name; }

std::string name_of(const Reduction& reduction) {
  return reduction.has_factor ? "one of ncclRedOpCreatePreMulSum" : kReductionNames.at(reduction.operation);
}

void reduce(ncclDataType_t type, ncclRedOp_t operation, std::span<const ReductionInput> inputs, std::size_t count,
            std::byte* result) {
  switch (type) {
    case ncclInt8:
      return reduce_plain<std::int8_t>(operation, inputs, count, result);
    case ncclUint8:
      return reduce_plain<std::uint8_t>(operation, inputs, count, result);
    case ncclInt32:
      return reduce_plain<std::int32_t>(operation, inputs, count, result);
    case ncclUint32:
      return reduce_plain<std::uint32_t>(operation, inputs, count, result);
    case ncclInt64:
      return reduce_plain<std::int64_t>(operation, inputs, count, result);
    case ncclUint64:
      return reduce_plain<std::uint64_t>(operation, inputs, count, result);
    case ncclFloat32:
      return reduce_plain<float>(operation, inputs, count, result);
    case ncclFloat64:
      return reduce_plain<double>(operation, inputs, count, result);
    case ncclFloat16:
      return reduce_narrow(CUDA_R_16F, operation, inputs, count, result);
    case ncclBfloat16:
      return reduce_narrow(CUDA_R_16BF, operation, inputs, count, result);
    case ncclFloat8e4m3:
      return reduce_narrow(CUDA_R_8F_E4M3, operation, inputs, count, result);
    case ncclFloat8e5m2:
      return reduce_narrow(CUDA_R_8F_E5M2, operation, inputs, count, result);
    case ncclNumTypes:
      break;  // There is no such type: the callers have looked.
  }
}

}  // namespace fencepost::sim
