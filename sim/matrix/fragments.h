// Matrices whose elements are spread over the registers of a warp's lanes: how the lanes meet, and what lies where.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "sim/engine/block_runner.h"
#include "sim/include/cuda_bf16.h"
#include "sim/include/cuda_fp16.h"
#include "sim/include/cuda_fp8.h"
#include "sim/include/fencepost_matrix.h"
#include "sim/include/fencepost_narrow.h"
#include "sim/interface/current.h"
#include "sim/matrix/warps_of_32.h"

namespace fencepost::sim {

using fencepost_rt::matrix::Element;

/// What a lane brings to a meeting.
struct MatrixLane {
  void* to;
  const void* a;
  const void* b;
  const void* c;
  const std::uint32_t* metadata = nullptr;  ///< Of a sparse A.
  const fencepost_rt::matrix::Scales* scales = nullptr;
  bool done = false;  ///< Set by the lane that does the work of all.
};
using MatrixLanes = std::array<MatrixLane*, kWarpSize>;  ///< Null for lanes that are not there.

/// Places in WarpRequest::op, beyond those of matrix.cpp: only lanes at the same kind of instruction meet.
enum MatrixMeeting : std::uint8_t {
  kMma = 3,
  kMatrixMove = 4,
  kWarpgroupMma = 5,
  kWarpgroupFence = 6,
  kWarpgroupCommit = 7,
  kWarpgroupWait = 8,
  kWarpgroupResult = 9,
  kMmaOfBits = 10,
  kMmaOfQuads = 11,
  kMmaOfSparse = 12,
  kMmaOfScaled = 13,
  kTensorLoad = 14,
  kTensorStore = 15,
  kTensorWaitLoads = 16,
  kTensorWaitStores = 17,
  kTensorAlloc = 18,
  kTensorDealloc = 19,
  kTensorRelinquish = 20
};

/// False if another lane has done the work.
inline bool meet_for_matrices(MatrixMeeting meeting, MatrixLane& own, MatrixLanes& lanes, const void* pc) {
  require_warps_of_32(pc);
  std::array<std::uint64_t, kWarpSize> all{};
  current.runner->warp_operation({.kind = WarpRequest::Kind::kGather, .op = meeting, .mask = ~0U, .pc = pc},
                                 {.value = reinterpret_cast<std::uintptr_t>(&own), .gathered = all.data()});
  if (own.done) return false;
  std::ranges::transform(all, lanes.begin(), [](std::uint64_t lane) { return reinterpret_cast<MatrixLane*>(lane); });
  return true;
}

inline void tell_done(const MatrixLanes& lanes) {
  for (MatrixLane* lane : lanes) {
    if (lane != nullptr) lane->done = true;
  }
}

constexpr int bits_of_element(Element element) {
  switch (element) {
    case Element::kHalf:
    case Element::kBrain:
      return 16;
    case Element::kSigned8:
    case Element::kUnsigned8:
    case Element::kE4M3:
    case Element::kE5M2:
    case Element::kE3M2:
    case Element::kE2M3:
    case Element::kE2M1Padded:
      return 8;
    case Element::kSigned4:
    case Element::kUnsigned4:
    case Element::kE2M1:
      return 4;
    case Element::kDouble:
      return 64;
    case Element::kBitAnd:
      return 1;
    default:
      return 32;
  }
}

/// Element `i` of a register.
template <Element of_factor, class Sum>
Sum factor(std::uint64_t bits, int i) {
  const auto part = static_cast<std::uint32_t>(bits >> (i * bits_of_element(of_factor) % 64));
  if constexpr (of_factor == Element::kHalf) {
    return fencepost_rt::narrow::to_float<fencepost_rt::narrow::HalfFormat>(static_cast<std::uint16_t>(part));
  } else if constexpr (of_factor == Element::kBrain) {
    return std::bit_cast<float>(part << 16);
  } else if constexpr (of_factor == Element::kE4M3 || of_factor == Element::kE5M2) {
    return __half2float(__half(
        __nv_cvt_fp8_to_halfraw(static_cast<std::uint8_t>(part), of_factor == Element::kE4M3 ? __NV_E4M3 : __NV_E5M2)));
  } else if constexpr (of_factor == Element::kE3M2) {
    return fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E3M2Format>(part);
  } else if constexpr (of_factor == Element::kE2M3) {
    return fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E2M3Format>(part);
  } else if constexpr (of_factor == Element::kE2M1Padded || of_factor == Element::kE2M1) {
    return fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E2M1Format>(
        of_factor == Element::kE2M1 ? part : part >> 2);
  } else if constexpr (of_factor == Element::kTf32) {
    return std::bit_cast<float>(part & 0xffffe000U);  // The multiplier sees the upper 19 bits.
  } else if constexpr (of_factor == Element::kDouble) {
    return std::bit_cast<double>(bits);
  } else if constexpr (of_factor == Element::kSigned8) {
    return static_cast<std::int8_t>(part);
  } else if constexpr (of_factor == Element::kUnsigned8) {
    return static_cast<std::uint8_t>(part);
  } else if constexpr (of_factor == Element::kSigned4) {
    return static_cast<std::int8_t>(part << 4) >> 4;
  } else if constexpr (of_factor == Element::kBitAnd) {
    return static_cast<Sum>(part & 1U);
  } else {
    return static_cast<Sum>(part & 15U);
  }
}

/// Of A, or of B: rows and columns change places. A register of lane l holds neighbours of row l / 4, from column
/// l % 4 * (how many it holds) on; what follows is that of 8 rows further down, of A with 16 rows, then that of 4
/// registers further right.
template <Element of_factor, int rows, int columns, class Sum, class Put>
void collect_factor(const MatrixLanes& lanes, const void* MatrixLane::*part, Put put) {
  constexpr int kBits = bits_of_element(of_factor);
  constexpr int kBytes = kBits == 64 ? 8 : 4;
  constexpr int kEach = 8 * kBytes / kBits;
  constexpr int kDown = rows / 8;
  constexpr int kRegisters = kDown * columns / (4 * kEach);
  for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
    const MatrixLane* one = lanes[static_cast<std::size_t>(lane)];
    if (one == nullptr) continue;
    for (int r = 0; r < kRegisters; ++r) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, static_cast<const char*>(one->*part) + r * kBytes, kBytes);
      const int row = lane / 4 + 8 * (r % kDown);
      const int column = (r / kDown * 4 + lane % 4) * kEach;
      for (int i = 0; i < kEach; ++i) put(row, column + i, factor<of_factor, Sum>(bits, i));
    }
  }
}

template <class T, class Sum>
T sum_as(Sum sum, bool saturates) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    if (saturates) sum = std::clamp<Sum>(sum, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    return static_cast<T>(static_cast<std::uint32_t>(sum));
  } else if constexpr (std::is_same_v<T, __half>) {
    return __float2half(sum);
  } else {
    return sum;
  }
}

}  // namespace fencepost::sim
