// Products in tensor memory of all kinds, compared with sums on the host; with every swizzle, with A by columns and in
// tensor memory, with 64 rows, with a D of halves, with lanes that are not written, negated, added to a D that is halved.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// CLEAN
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
// STDOUT: ^cudaSuccess 0 wrong$
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "parts/tensor_cores.h"

constexpr int kMostRows = 128, kColumns = 16, kBytes = 32;  // Of A; of D; of each line of a factor.
constexpr int kWidest = 128;                                // A line with what lies between it and the next one.

enum Kind { kF16, kTf32, kF8, kI8 };
enum Type { kHalf, kBrain, kFloat, kE4M3, kE5M2, kE2M3, kE3M2, kE2M1, kUnsigned, kSigned };

struct Case {
  Kind kind;
  Type a, b;
  uint32_t codes;  ///< Of the types, and of that of D, in the instruction descriptor.
  int depth;       ///< K.
  int rows;
  bool a_in_tensor_memory;
  int swizzle = 0;  ///< Bytes; 0: none.
  bool a_by_columns = false;
};

/// PTX ISA, "Canonical Layouts": 8 lines are a group; their 16 bytes lie apart, or each line is as long as the swizzle.
__device__ uint64_t descriptor(const void* at, int swizzle, bool by_columns = false) {
  const uint64_t code = swizzle == 128 ? 2 : swizzle == 64 ? 4 : swizzle == 32 ? 6 : 0;
  const uint64_t leading = by_columns ? 2048 : 128, group = swizzle == 0 ? 256 : 8 * swizzle;
  return (window(at) & 0x3ffff) >> 4 | leading >> 4 << 16 | group >> 4 << 32 | uint64_t{1} << 46 | code << 61;
}
__device__ int swizzled(int place, int swizzle) { return place ^ (place >> 7 & (swizzle / 16 - 1)) << 4; }
__device__ int place(int line, int byte, int swizzle) {
  if (swizzle == 0) return line / 8 * 256 + byte / 16 * 128 + line % 8 * 16 + byte % 16;
  return swizzled(line * swizzle + byte, swizzle);
}
/// By columns, of 16 bits, with a swizzle of 128 bytes: 64 rows beside each other, 8 columns are a group.
__device__ int place_by_columns(int line, int byte) {
  const int k = byte / 2;
  return swizzled(line / 64 * 2048 + k / 8 * 1024 + k % 8 * 128 + line % 64 * 2 + byte % 2, 128);
}

#define MULTIPLY(kind, a, ...)                                                                                 \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::" kind " [%0], " a        \
               ", %2, %3, {%5, %6, %7, %8}, p" __VA_ARGS__ "; }" ::"r"(d),                                     \
               "l"(of_a), "l"(of_b), "r"(description), "r"(int{adds}), "r"(disabled), "r"(0), "r"(0), "r"(0)   \
               : "memory")
#define MULTIPLY_BY_ADDRESS(kind)                                                                              \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::" kind                    \
               " [%0], [%1], %2, %3, {%5, %6, %7, %8}, p; }" ::"r"(d),                                         \
               "r"(static_cast<uint32_t>(of_a)), "l"(of_b), "r"(description), "r"(int{adds}), "r"(disabled), "r"(0), "r"(0), \
               "r"(0)                                                                                          \
               : "memory")

__device__ void multiply(const Case& one, uint32_t d, uint64_t of_a, uint64_t of_b, uint32_t description, bool adds,
                         uint32_t disabled) {
  if (one.a_in_tensor_memory) {
    if (one.kind == kF16) MULTIPLY_BY_ADDRESS("f16");
    if (one.kind == kTf32) MULTIPLY_BY_ADDRESS("tf32");
    if (one.kind == kF8) MULTIPLY_BY_ADDRESS("f8f6f4");
    if (one.kind == kI8) MULTIPLY_BY_ADDRESS("i8");
    return;
  }
  if (one.kind == kF16 && adds) {
    MULTIPLY("f16", "%1", ", 1");
  } else if (one.kind == kF16) {
    MULTIPLY("f16", "%1");
  }
  if (one.kind == kTf32) MULTIPLY("tf32", "%1");
  if (one.kind == kF8) MULTIPLY("f8f6f4", "%1");
  if (one.kind == kI8) MULTIPLY("i8", "%1");
}

/// `to`: D without what it held; negated, and added to half of D, but for the first 16 lanes.
__global__ void k(Case one, const unsigned char* a_bytes, const unsigned char* b_bytes, uint32_t* to) {
  __shared__ alignas(1024) unsigned char a[kMostRows * kWidest], b[kColumns * kWidest];
  __shared__ alignas(8) uint64_t done;
  __shared__ uint32_t d;
  for (int i = threadIdx.x; i < kMostRows * kBytes; i += kMostRows) {
    const int line = i / kBytes, byte = i % kBytes;
    a[one.a_by_columns ? place_by_columns(line, byte) : place(line, byte, one.swizzle)] = a_bytes[i];
  }
  for (int i = threadIdx.x; i < kColumns * kBytes; i += kMostRows) {
    b[place(i / kBytes, i % kBytes, one.swizzle)] = b_bytes[i];
  }
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(&done)) : "memory");
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window(&d)) : "memory");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const uint32_t own = threadIdx.x / 32 * 32 << 16;
  const uint64_t of_b = descriptor(b, one.swizzle);
  uint64_t of_a = descriptor(a, one.a_by_columns ? 128 : one.swizzle, one.a_by_columns);
  if (one.a_in_tensor_memory) {
    for (int i = 0; i < kBytes / 4; ++i) {
      uint32_t word;
      memcpy(&word, &a_bytes[threadIdx.x * kBytes + 4 * i], 4);
      asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(d + 16 + i + own), "r"(word));
    }
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
    of_a = d + 16;
  }
  __syncthreads();
  const uint32_t description = one.codes | one.a_by_columns << 15 | kColumns / 8 << 17 | one.rows / 16 << 24;
  if (threadIdx.x == 0) multiply(one, d, of_a, of_b, description, false, 0);
  if (threadIdx.x == 0) commit(&done);
  wait(&done, 0);
  const bool has_row = one.rows == kMostRows || threadIdx.x % 32 < 16;
  const int row = one.rows == kMostRows ? threadIdx.x : threadIdx.x / 32 * 16 + threadIdx.x % 16;
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < kColumns; ++i) {
      uint32_t bits = 0;
      if (one.rows == kMostRows) {
        asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(bits) : "r"(d + i + own));
      } else {
        asm volatile("tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {%0}, [%1], 0;" : "=r"(bits) : "r"(d + i + own));
      }
      asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
      if (has_row) to[(turn * kMostRows + row) * kColumns + i] = bits;
    }
    if (turn == 1) break;
    __syncthreads();
    const uint32_t negates = one.kind == kI8 ? 0 : 1 << 13;
    if (threadIdx.x == 0) multiply(one, d, of_a, of_b, description | negates, true, 0xffff);
    if (threadIdx.x == 0) commit(&done);
    wait(&done, 1);
  }
  __syncthreads();
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
}

/// 0, 1, 2 and -1, or 3 of bytes without a sign.
int value_of(Type type, int i) { return i % 4 == 3 ? (type == kUnsigned ? 3 : -1) : i % 4; }

uint32_t bits_of(Type type, int value) {
  const uint32_t of_narrow[][4] = {
      {0, 0x38, 0x40, 0xb8}, {0, 0x3c, 0x40, 0xbc}, {0, 0x08, 0x10, 0x28}, {0, 0x0c, 0x10, 0x2c}, {0, 2, 4, 10}};
  if (type >= kE4M3 && type <= kE2M1) return of_narrow[type - kE4M3][value < 0 ? 3 : value];
  if (type == kHalf) return __half_as_ushort(__int2half_rn(value));
  if (type == kBrain) return __bfloat16_as_ushort(__int2bfloat16_rn(value));
  const float number = value;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return type == kFloat ? bits : static_cast<unsigned char>(value);
}

/// Bits of an element, and elements in 16 bytes of shared memory; in tensor memory narrow ones have a byte each.
void put(unsigned char* line, Type type, int k, int value, bool in_tensor_memory) {
  int bits = type <= kBrain ? 16 : type == kFloat ? 32 : type == kE2M3 || type == kE3M2 ? 6 : type == kE2M1 ? 4 : 8;
  const int each = type <= kBrain ? 8 : type == kFloat ? 4 : 16;
  uint32_t content = bits_of(type, value);
  if (in_tensor_memory && type == kE2M1) content <<= 2;
  if (in_tensor_memory && bits < 8) bits = 8;
  const int first = k / each * 128 + k % each * bits;
  for (int i = 0; i < bits; ++i) line[(first + i) / 8] |= (content >> i & 1) << (first + i) % 8;
}

int main() {
  const Case cases[] = {
      {kF16, kHalf, kHalf, 1 << 4, 16, 128, false},
      {kF16, kBrain, kBrain, 1 << 4 | 1 << 7 | 1 << 10, 16, 128, false},
      {kF16, kHalf, kHalf, 1 << 4, 16, 64, false},
      {kF16, kHalf, kHalf, 0, 16, 128, false},
      {kF16, kHalf, kHalf, 1 << 4, 16, 128, false, 32},
      {kF16, kHalf, kHalf, 1 << 4, 16, 64, false, 64},
      {kF16, kBrain, kBrain, 1 << 4 | 1 << 7 | 1 << 10, 16, 128, false, 128},
      {kF16, kHalf, kHalf, 1 << 4, 16, 128, false, 32, true},
      {kF16, kHalf, kHalf, 1 << 4, 16, 64, false, 0, true},
      {kF8, kE4M3, kE5M2, 1 << 4 | 0 << 7 | 1 << 10, 32, 128, false, 128},
      {kF16, kHalf, kHalf, 1 << 4, 16, 128, true},
      {kTf32, kFloat, kFloat, 1 << 4 | 2 << 7 | 2 << 10, 8, 128, false},
      {kTf32, kFloat, kFloat, 1 << 4 | 2 << 7 | 2 << 10, 8, 128, true},
      {kF8, kE4M3, kE5M2, 1 << 4 | 0 << 7 | 1 << 10, 32, 128, false},
      {kF8, kE2M3, kE4M3, 1 << 4 | 3 << 7 | 0 << 10, 32, 128, false},
      {kF8, kE3M2, kE2M1, 1 << 4 | 4 << 7 | 5 << 10, 32, 64, false},
      {kF8, kE2M1, kE2M3, 1 << 4 | 5 << 7 | 3 << 10, 32, 128, true},
      {kF8, kE3M2, kE5M2, 1 << 4 | 4 << 7 | 1 << 10, 32, 128, true},
      {kI8, kSigned, kUnsigned, 2 << 4 | 1 << 7 | 0 << 10, 32, 128, false},
      {kI8, kUnsigned, kSigned, 2 << 4 | 0 << 7 | 1 << 10, 32, 64, false},
      {kI8, kSigned, kSigned, 2 << 4 | 1 << 7 | 1 << 10, 32, 128, true},
  };
  unsigned char *a, *b;
  uint32_t* to;
  cudaMallocManaged(&a, kMostRows * kBytes);
  cudaMallocManaged(&b, kColumns * kBytes);
  cudaMallocManaged(&to, 2 * kMostRows * kColumns * sizeof(uint32_t));
  int wrong = 0;
  for (const Case& one : cases) {
    memset(a, 0, kMostRows * kBytes);
    memset(b, 0, kColumns * kBytes);
    for (int row = 0; row < kMostRows; ++row)
      for (int k = 0; k < one.depth; ++k) put(a + row * kBytes, one.a, k, value_of(one.a, row + 3 * k + row / 5), one.a_in_tensor_memory);
    for (int column = 0; column < kColumns; ++column)
      for (int k = 0; k < one.depth; ++k) put(b + column * kBytes, one.b, k, value_of(one.b, 3 * column + k + k / 7), false);
    k<<<1, kMostRows>>>(one, a, b, to);
    if (cudaDeviceSynchronize() != cudaSuccess) break;
    int failed = 0;
    for (int i = 0; i < one.rows * kColumns; ++i) {
      const int row = i / kColumns, column = i % kColumns;
      int sum = 0;
      for (int k = 0; k < one.depth; ++k)
        sum += value_of(one.a, row + 3 * k + row / 5) * value_of(one.b, 3 * column + k + k / 7);
      const bool halves = one.kind == kF16 && !one.a_in_tensor_memory;
      const bool is_disabled = row < 16;  // Of either shape these are the first 16 lanes.
      const float second = is_disabled ? sum : one.kind == kI8 ? 2 * sum : halves ? sum / 2.0F - sum : 0;
      for (int turn = 0; turn < 2; ++turn) {
        const uint32_t bits = to[turn * kMostRows * kColumns + i];
        float value;
        memcpy(&value, &bits, sizeof value);
        if (one.kind == kF16 && one.codes == 0) value = __half2float(__ushort_as_half(bits));
        if (one.kind == kI8) value = static_cast<float>(static_cast<int32_t>(bits));
        failed += value != (turn == 0 ? static_cast<float>(sum) : second);
      }
    }
    if (failed != 0) printf("case %d: %d\n", static_cast<int>(&one - cases), failed);
    wrong += failed;
  }
  printf("%s %d wrong\n", cudaGetErrorName(cudaDeviceSynchronize()), wrong);
}
