#include "sim/tensor/operands.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sim/engine/block/shared_memory.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/interface/current.h"
#include "sim/matrix/fragments.h"
#include "sim/matrix/tensor_sums.h"
#include "sim/tensor/pair.h"

namespace fencepost::sim {
namespace {

using fencepost_rt::tensor::Kind;
using fencepost_rt::tensor::Product;

[[noreturn]] void stop_at(StopReason reason, const std::string& text, const void* pc) {
  stop_launch({.reason = reason, .pc = pc, .text = text});
}

ElementType same_everywhere(Element element, int bits) {
  return {.element = element,
          .bits = bits,
          .in_tensor_memory = element,
          .bits_in_tensor_memory = bits,
          .slots = kChunk * 8 / bits};
}

/// Of `.kind::f8f6f4` and `.kind::mxf8f6f4`: 16 elements have 16 bytes, whatever bits they have.
ElementType narrow_element(unsigned code, const void* pc) {
  ElementType type = {.bits_in_tensor_memory = 8, .slots = 16};
  switch (code) {
    case 0:
      return same_everywhere(Element::kE4M3, 8);
    case 1:
      return same_everywhere(Element::kE5M2, 8);
    case 3:
      type.element = type.in_tensor_memory = Element::kE2M3;
      type.bits = 6;
      return type;
    case 4:
      type.element = type.in_tensor_memory = Element::kE3M2;
      type.bits = 6;
      return type;
    case 5:
      type.element = Element::kE2M1;
      type.in_tensor_memory = Element::kE2M1Padded;
      type.bits = 4;
      return type;
    default:
      stop_at(StopReason::kTrap,
              "a tcgen05.mma whose instruction descriptor has a type of elements that its kind has not", pc);
  }
}

ElementType element_of(Kind kind, unsigned code, const void* pc) {
  const bool is_known = kind == Kind::kF16 || kind == Kind::kI8 ? code < 2
                        : kind == Kind::kTf32                   ? code == 2
                                                                : kind != Kind::kMxF4 || code == 1;
  if (!is_known) {
    stop_at(StopReason::kTrap,
            "a tcgen05.mma whose instruction descriptor has a type of elements that its kind has not", pc);
  }
  switch (kind) {
    case Kind::kF16:
      return same_everywhere(code == 0 ? Element::kHalf : Element::kBrain, 16);
    case Kind::kTf32:
      return same_everywhere(Element::kTf32, 32);
    case Kind::kI8:
      return same_everywhere(code == 0 ? Element::kUnsigned8 : Element::kSigned8, 8);
    case Kind::kMxF4:
      return same_everywhere(Element::kE2M1, 4);
    default:
      return narrow_element(code, pc);
  }
}

bool has_size(const ProductShape& shape, bool is_scaled) {
  if (shape.n < 8 || shape.n > 256 || shape.n % 8 != 0) return false;
  if (is_scaled && shape.blocks == 1) return shape.m == 128;
  if (shape.blocks == 2) return (shape.m == 128 || shape.m == 256) && shape.n % 16 == 0;
  return shape.m == 64 || (shape.m == 128 && shape.n % 16 == 0);
}

/// UE4M3 are the scales of `.kind::mxf4nvf4` with four of them alone. Of a row's the first is at a byte from which on
/// its word has room for all.
void require_scales(const Product& how, const ProductShape& shape, const void* pc) {
  if (shape.scales_are_e4m3 && how.scales != 4) {
    stop_at(StopReason::kTrap, "a tcgen05.mma whose instruction descriptor has a type of scales that its kind has not",
            pc);
  }
  const auto scales = static_cast<std::uint32_t>(how.scales);
  if (shape.byte_of_a % scales != 0 || shape.byte_of_b % scales != 0) {
    stop_at(StopReason::kTrap,
            "a tcgen05.mma whose instruction descriptor has scales from a byte on that it does not have", pc);
  }
}

void take_type_of_d(ProductShape& shape, Kind kind, std::uint32_t description, const void* pc) {
  const std::uint32_t code = description >> 4 & 3;
  shape.of_d = code == 0 ? Element::kHalf : code == 1 ? Element::kFloat : Element::kInt;
  shape.saturates = (description >> 3 & 1) != 0;
  const bool is_integer = kind == Kind::kI8;
  if (code > 2 || is_integer != (code == 2) || (kind == Kind::kTf32 && code != 1) || (shape.saturates && !is_integer)) {
    stop_at(StopReason::kTrap, "a tcgen05.mma whose instruction descriptor has a type of D that its kind has not", pc);
  }
}

void take_selector(ProductShape& shape, std::uint32_t selector, const void* pc) {
  if (shape.rows() != static_cast<int>(kTensorLanes)) {
    stop_at(StopReason::kUnsupported, "a tcgen05.mma.sp of other than 128 rows of a block", pc);
  }
  if (selector > (shape.a.bits == 16 ? 1U : 0U)) {
    stop_at(StopReason::kUnsupported, "a tcgen05.mma.sp with selector " + std::to_string(selector) + " of metadata",
            pc);
  }
  shape.selector = selector;
}

}  // namespace

float element_value(Element element, std::uint32_t bits) {
  switch (element) {
    case Element::kHalf:
      return factor<Element::kHalf, float>(bits, 0);
    case Element::kBrain:
      return factor<Element::kBrain, float>(bits, 0);
    case Element::kTf32:
      return factor<Element::kTf32, float>(bits, 0);
    case Element::kE4M3:
      return factor<Element::kE4M3, float>(bits, 0);
    case Element::kE5M2:
      return factor<Element::kE5M2, float>(bits, 0);
    case Element::kE3M2:
      return factor<Element::kE3M2, float>(bits, 0);
    case Element::kE2M3:
      return factor<Element::kE2M3, float>(bits, 0);
    case Element::kE2M1Padded:
      return factor<Element::kE2M1Padded, float>(bits, 0);
    case Element::kE2M1:
      return factor<Element::kE2M1, float>(bits, 0);
    case Element::kSigned8:
      return static_cast<float>(factor<Element::kSigned8, int>(bits, 0));
    case Element::kUnsigned8:
      return static_cast<float>(factor<Element::kUnsigned8, int>(bits, 0));
    default:
      return 0;
  }
}

ProductShape shape_of_product(const Product& how, std::uint32_t description, const void* pc) {
  const auto field = [&](int shift, unsigned mask) { return description >> shift & mask; };
  const bool is_scaled = how.scales != 0;
  ProductShape shape;
  shape.blocks = how.blocks;
  shape.n = static_cast<int>(field(17, 0x3f)) * 8;
  shape.m = static_cast<int>(field(24, 0x1f)) * 16;
  shape.a = element_of(how.kind, field(7, 7), pc);
  shape.b = element_of(how.kind, field(10, how.kind == Kind::kMxF4 ? 3 : 7), pc);
  shape.negates_a = field(13, 1) != 0;
  shape.negates_b = field(14, 1) != 0;
  shape.transposes_a = field(15, 1) != 0;
  shape.transposes_b = field(16, 1) != 0;
  if (is_scaled) {
    shape.of_d = Element::kFloat;
    shape.byte_of_a = field(29, 3);
    shape.byte_of_b = field(4, 3);
    shape.scales_are_e4m3 = field(23, 1) == 0;
    require_scales(how, shape, pc);
  } else {
    take_type_of_d(shape, how.kind, description, pc);
  }
  if ((field(2, 1) != 0) != how.is_sparse) {
    stop_at(StopReason::kTrap,
            how.is_sparse ? "a tcgen05.mma.sp whose instruction descriptor says that it is not sparse"
                          : "a tcgen05.mma whose instruction descriptor says that it is sparse",
            pc);
  }
  if (how.kind == Kind::kMxF4 && field(31, 1) != 0) {
    stop_at(StopReason::kUnsupported, "a tcgen05.mma of 96 elements of 4 bits", pc);
  }
  if (!has_size(shape, is_scaled)) {
    stop_at(StopReason::kTrap,
            "a tcgen05.mma whose instruction descriptor says M = " + std::to_string(shape.m) +
                " and N = " + std::to_string(shape.n) + ", a shape that it has not",
            pc);
  }
  if (shape.blocks == 2 && shape.m == 128) {
    if (is_scaled || how.a_in_tensor_memory) {
      stop_at(StopReason::kUnsupported,
              "a tcgen05.mma of two blocks with 64 rows of each, and scales or A in tensor memory,", pc);
    }
    shape.parts = 2;
  }
  if (how.is_sparse) take_selector(shape, field(0, 3), pc);
  if ((shape.transposes_a && shape.a.bits != 16) || (shape.transposes_b && shape.b.bits != 16)) {
    stop_at(StopReason::kUnsupported, "a tcgen05.mma with a factor that is not K-major, of other than 16 bits,", pc);
  }
  shape.stored = 2 * shape.a.slots;
  shape.k = how.is_sparse ? 2 * shape.stored : shape.stored;
  return shape;
}

SharedMatrix matrix_of_descriptor(std::uint64_t descriptor, std::uint32_t rank, const ElementType& type,
                                  bool transposed, int k, const void* pc) {
  const auto field = [&](int shift, std::uint64_t mask) { return descriptor >> shift & mask; };
  if (field(49, 7) != 0) stop_at(StopReason::kUnsupported, "a matrix descriptor of tcgen05 with a base offset", pc);
  if (field(52, 1) != 0) {
    stop_at(StopReason::kUnsupported, "a matrix descriptor of tcgen05 with an absolute leading dimension", pc);
  }
  const auto bytes = [&](int shift) { return static_cast<std::ptrdiff_t>(field(shift, 0x3fff) * kChunk); };
  // By code: none, 128 bytes in units of 32, 128, -, 64, -, 32.
  constexpr std::array<int, 8> kWidths = {1, 0, 8, 0, 4, 0, 2, 0};
  const auto code = static_cast<std::size_t>(field(61, 7));
  if (code == 1) {
    stop_at(StopReason::kUnsupported, "a matrix descriptor of tcgen05 with a swizzle of units of 32 bytes", pc);
  }
  SharedMatrix matrix{.start = shared_address(static_cast<std::uint32_t>(bytes(0)), "tcgen05", pc),
                      .chunk_stride = bytes(16),
                      .group_stride = bytes(32),
                      .width = kWidths.at(code),
                      .transposed = transposed,
                      .depth = k / type.slots,
                      .lines_of_k = k,
                      .each = type.slots};
  if (matrix.width == 0) {
    stop_at(StopReason::kTrap, "a matrix descriptor of tcgen05 with swizzle " + std::to_string(code), pc);
  }
  if (transposed && matrix.width == 1) std::swap(matrix.chunk_stride, matrix.group_stride);
  // The chunks of a line of which more would fit lie behind each other.
  if (!transposed && matrix.width != 1) matrix.chunk_stride = std::ptrdiff_t{matrix.width} * kChunk;
  matrix.start += distance_to(rank);
  return matrix;
}

void add_chunks(std::vector<MemoryRange>& reads, const SharedMatrix& matrix, int lines, std::uint32_t rank,
                const void* pc) {
  const std::ptrdiff_t distance = distance_to(rank);
  matrix.for_each_chunk(0, lines, [&](const std::byte* address, int, int) {
    if (!is_in_shared_memory(address - distance, kChunk, *current.runner->launch())) {
      stop_at(StopReason::kTrap,
              "an operation of tcgen05 whose operand is not all in __shared__ variables of the block", pc);
    }
    reads.push_back({address, kChunk});
  });
}

}  // namespace fencepost::sim
