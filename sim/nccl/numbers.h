// NCCL's types of numbers, and what reductions make of them. Thread safety: full.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/include/nccl.h"

namespace fencepost::sim {

/// 0: there is no such type.
std::size_t element_bytes(ncclDataType_t);
/// "ncclFloat32".
std::string name_of(ncclDataType_t);

/// A reduction, as a rank names it.
struct Reduction {
  ncclRedOp_t operation = ncclSum;  ///< Of NCCL's own.
  bool has_factor = false;          ///< Made by ncclRedOpCreatePreMulSum: each rank's numbers are multiplied first.
  ncclDataType_t factor_type = ncclFloat32;
  std::vector<std::byte> factor{};         ///< One number,
  const void* factor_on_device = nullptr;  ///< or where it lies.
};
/// "ncclSum", "ncclRedOpCreatePreMulSum's".
std::string name_of(const Reduction&);

/// Numbers of a rank; of those with a factor, it lies there. Both are aligned as their type is.
struct ReductionInput {
  const std::byte* numbers;
  const std::byte* factor = nullptr;
};
/// Of `count` numbers of each rank, in the order of ranks; `result` is aligned, too. half, bfloat16 and fp8 are reduced
/// as floats and rounded once. Integers wrap around, and are divided towards zero.
void reduce(ncclDataType_t, ncclRedOp_t, std::span<const ReductionInput>, std::size_t count, std::byte* result);

}  // namespace fencepost::sim
