// Products in tensor memory whose elements have scales, of all kinds, compared with sums on the host; the scales come
// to tensor memory by tcgen05.cp, which its own thread's product follows without a wait. One with scales beyond those of
// a float; D is negated and added to.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// CLEAN
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
// STDOUT: ^failed: 0$
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "parts/tensor_cores.h"

constexpr int kRows = 128, kColumns = 16, kBytes = 32;  // Of A; of B; of each line of a factor.

enum Kind { kMxF8F6F4, kMxF4, kMxF4Block32, kMxF4NvF4By16, kMxF4NvF4Block16, kMxF4NvF4By32 };
enum Type { kE4M3, kE5M2, kE2M3 = 3, kE3M2, kE2M1 };  // As the instruction descriptor of `.kind::mxf8f6f4` has them.

struct Case {
  Kind kind;
  Type a, b;
  int scales;             ///< Of each line.
  bool scales_are_e4m3;
  int byte;               ///< Where the first scale is in its word.
  bool is_extreme = false;
};

__host__ __device__ bool has_4_bits(const Case& one) { return one.kind != kMxF8F6F4; }
int depth(const Case& one) { return has_4_bits(one) ? 64 : 32; }

__device__ uint64_t descriptor(const void* at, uint64_t leading, uint64_t group) {
  return (window(at) & 0x3ffff) >> 4 | leading >> 4 << 16 | group >> 4 << 32 | uint64_t{1} << 46;
}
/// PTX ISA, "Canonical Layouts": 8 lines of 16 bytes are together, then their other 16 bytes.
__device__ int place(int line, int byte) { return line / 8 * 256 + byte / 16 * 128 + line % 8 * 16 + byte % 16; }

#define COPY(to, from)                                                                                       \
  asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(to), "l"(descriptor(from, 128, 128)) \
               : "memory")
#define MULTIPLY(kind)                                                                                           \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::" kind                      \
               " [%0], %1, %2, %3, [%5], [%6], p; }" ::"r"(d), "l"(descriptor(a, 128, 256)),                     \
               "l"(descriptor(b, 128, 256)), "r"(description), "r"(int{adds}), "r"(d + 16), "r"(d + 20)          \
               : "memory")

/// `scales`: a word for each row of A and column of B.
__global__ void k(Case one, const unsigned char* a_bytes, const unsigned char* b_bytes, const uint32_t* scales,
                  float* to) {
  __shared__ alignas(128) unsigned char a[kRows * kBytes], b[kColumns * kBytes];
  __shared__ alignas(128) uint32_t of_a[kRows], of_b[kRows];
  __shared__ alignas(8) uint64_t done;
  __shared__ uint32_t d;
  for (int i = threadIdx.x; i < kRows * kBytes; i += kRows) a[place(i / kBytes, i % kBytes)] = a_bytes[i];
  for (int i = threadIdx.x; i < kColumns * kBytes; i += kRows) b[place(i / kBytes, i % kBytes)] = b_bytes[i];
  // Line l is in row l % 32, in the word of column l / 32.
  of_a[threadIdx.x % 32 * 4 + threadIdx.x / 32] = scales[threadIdx.x];
  of_b[threadIdx.x % 32 * 4 + threadIdx.x / 32] = threadIdx.x < kColumns ? scales[kRows + threadIdx.x] : 0;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(&done)) : "memory");
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window(&d)) : "memory");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const uint32_t types = has_4_bits(one) ? 1 << 7 | 1 << 10 : one.a << 7 | one.b << 10;
  for (int turn = 0; turn < 2; ++turn) {
    const uint32_t description = types | one.byte << 4 | one.byte << 29 | kColumns / 8 << 17 | kRows / 16 << 24 |
                                 !one.scales_are_e4m3 << 23 | turn << 13;
    const bool adds = turn != 0;
    if (threadIdx.x == 0) {
      if (turn == 0) {
        COPY(d + 16, of_a);
        COPY(d + 20, of_b);
      }
      if (one.kind == kMxF8F6F4) MULTIPLY("mxf8f6f4.block_scale");
      if (one.kind == kMxF4) MULTIPLY("mxf4.block_scale.scale_vec::2X");
      if (one.kind == kMxF4Block32) MULTIPLY("mxf4.block_scale.block32");
      if (one.kind == kMxF4NvF4By16) MULTIPLY("mxf4nvf4.block_scale.scale_vec::4X");
      if (one.kind == kMxF4NvF4Block16) MULTIPLY("mxf4nvf4.block_scale.block16");
      if (one.kind == kMxF4NvF4By32) MULTIPLY("mxf4nvf4.block_scale.scale_vec::2X");
    }
    if (threadIdx.x == 0) commit(&done);
    wait(&done, turn);
    for (int n = 0; n < kColumns; ++n) {
      uint32_t bits;
      asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                   : "=r"(bits)
                   : "r"(d + n + (threadIdx.x / 32 * 32 << 16)));
      asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
      to[(turn * kRows + threadIdx.x) * kColumns + n] = __uint_as_float(bits);
    }
    __syncthreads();
  }
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
}

struct Format {
  int bits, mantissa, bias;
};
Format format(Type type) {
  switch (type) {
    case kE4M3:
      return {8, 3, 7};
    case kE5M2:
      return {8, 2, 15};
    case kE2M3:
      return {6, 3, 1};
    case kE3M2:
      return {6, 2, 3};
    default:
      return {4, 1, 1};
  }
}
double number(Format of, unsigned code) {
  const unsigned sign = code >> (of.bits - 1) & 1, fraction = code & ((1U << of.mantissa) - 1);
  const int exponent = static_cast<int>(code >> of.mantissa & ((1U << (of.bits - 1 - of.mantissa)) - 1));
  const double value = exponent == 0 ? std::ldexp(fraction, 1 - of.bias - of.mantissa)
                                     : std::ldexp(fraction + (1U << of.mantissa), exponent - of.bias - of.mantissa);
  return sign != 0 ? -value : value;
}
/// The code of a number that the format has.
unsigned code_of(Format of, double value) {
  unsigned code = 0;
  while (number(of, code) != value) ++code;
  return code;
}

unsigned random_state = 1;
unsigned random_below(unsigned end) {
  random_state = random_state * 1664525 + 1013904223;
  return (random_state >> 16) % end;
}

/// Lines of elements as they lie in shared memory: 16 have 16 bytes, or of 4 bits alone 32 of them.
void fill(const Case& one, Type type, int lines, unsigned char* bytes, double* elements) {
  const double values[] = {0, 0.5, 1, 1.5, 2, 3, -1, -2};
  const Format of = format(type);
  memset(bytes, 0, lines * kBytes);
  const int group = has_4_bits(one) ? 32 : 16;
  for (int line = 0; line < lines; ++line) {
    for (int i = 0; i < depth(one); ++i) {
      const double value = values[random_below(8)];
      elements[line * depth(one) + i] = value;
      const int bit = i % group * of.bits, at = line * kBytes + i / group * 16 + bit / 8;
      const unsigned code = code_of(of, value) << bit % 8;
      bytes[at] |= code & 0xff;
      if (code > 0xff) bytes[at + 1] |= code >> 8;
    }
  }
}

int main() {
  const Case cases[] = {
      {kMxF8F6F4, kE4M3, kE4M3, 1, false, 0},      {kMxF8F6F4, kE5M2, kE2M3, 1, false, 3},
      {kMxF8F6F4, kE3M2, kE2M1, 1, false, 1},      {kMxF8F6F4, kE2M1, kE5M2, 1, false, 2},
      {kMxF8F6F4, kE4M3, kE5M2, 1, false, 0, true}, {kMxF4, kE2M1, kE2M1, 2, false, 0},
      {kMxF4Block32, kE2M1, kE2M1, 2, false, 2},   {kMxF4NvF4By16, kE2M1, kE2M1, 4, true, 0},
      {kMxF4NvF4Block16, kE2M1, kE2M1, 4, false, 0}, {kMxF4NvF4By32, kE2M1, kE2M1, 2, false, 2},
      {kMxF4NvF4By32, kE2M1, kE2M1, 2, false, 0, true},
  };
  unsigned char *a, *b;
  uint32_t* scales;
  float* to;
  cudaMallocManaged(&a, kRows * kBytes);
  cudaMallocManaged(&b, kColumns * kBytes);
  cudaMallocManaged(&scales, (kRows + kColumns) * sizeof *scales);
  cudaMallocManaged(&to, 2 * kRows * kColumns * sizeof *to);
  int failed = 0;
  for (const Case& one : cases) {
    static double of_a[kRows * 64], of_b[kColumns * 64], by[kRows + kColumns][4];
    fill(one, one.a, kRows, a, of_a);
    fill(one, one.b, kColumns, b, of_b);
    for (int line = 0; line < kRows + kColumns; ++line) {
      scales[line] = random_below(0x10000) | random_below(0x10000) << 16;  // What is not meant is not read.
      for (int part = 0; part < one.scales; ++part) {
        unsigned code = 126 + random_below(4);
        if (one.is_extreme) code = line < kRows ? 254 : 1 + random_below(3);
        by[line][part] = std::ldexp(1, static_cast<int>(code) - 127);
        if (one.scales_are_e4m3) {
          const double values[] = {0.5, 1, 1.5, 3};
          by[line][part] = values[random_below(4)];
          code = code_of(format(kE4M3), by[line][part]);
        }
        const int shift = (one.byte + part) * 8;
        scales[line] = (scales[line] & ~(0xffU << shift)) | code << shift;
      }
    }
    k<<<1, kRows>>>(one, a, b, scales, to);
    if (cudaDeviceSynchronize() != cudaSuccess) ++failed;
    for (int i = 0; i < kRows * kColumns; ++i) {
      const int row = i / kColumns, column = i % kColumns, each = depth(one) / one.scales;
      double sum = 0;
      for (int j = 0; j < depth(one); ++j) {
        sum += of_a[row * depth(one) + j] * of_b[column * depth(one) + j] * by[row][j / each] *
               by[kRows + column][j / each];
      }
      failed += to[i] != static_cast<float>(sum);
      failed += to[kRows * kColumns + i] != 0;
    }
  }
  printf("failed: %d\n", failed);
}
