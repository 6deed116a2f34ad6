// `mma.sync` with a `.kind` and an A that has half of its elements, with and without scales, compared with sums on the
// host; what B has beside the others does not matter: a NaN is among them.
// COMPILE: -arch=sm_120a
// CLEAN
// STDOUT: ^0 wrong$
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr int kRows = 16, kColumns = 8, kMost = 128;

enum Kind { kF8F6F4, kMxF8F6F4, kMxF4, kMxF4NvF4 };
struct Case {
  Kind kind;
  int bits, scales;  ///< Of an element; of a line.
};

#define MULTIPLY(text, scaling)                                                                              \
  asm volatile("mma.sync.aligned." text                                                                      \
               " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16}, 0x0"    \
               scaling ";"                                                                                   \
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                              \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "f"(1.0F), \
                 "f"(1.0F), "f"(1.0F), "f"(1.0F), "r"(metadata[lane]), "r"(scale_a[lane]), "r"(scale_b[lane]),       \
                 "h"(uint16_t{0}), "h"(uint16_t{0}))

/// The lines of A, and of B, of 4 words of each lane.
__global__ void k(Case one, const uint32_t* of_a, const uint32_t* of_b, const uint32_t* metadata,
                  const uint32_t* scale_a, const uint32_t* scale_b, float* to) {
  const int lane = threadIdx.x;
  const uint32_t *a = of_a + lane * 4, *b = of_b + lane * 4;
  float d[4];
  if (one.kind == kF8F6F4) MULTIPLY("kind::f8f6f4.sp::ordered_metadata.m16n8k64.row.col.f32.e4m3.e4m3.f32", "");
  if (one.kind == kMxF8F6F4) {
    MULTIPLY("kind::mxf8f6f4.sp::ordered_metadata.block_scale.scale_vec::1X.m16n8k64.row.col.f32.e4m3.e4m3.f32.ue8m0",
             ", {%17}, {%19, %20}, {%18}, {%19, %20}");
  }
  if (one.kind == kMxF4) {
    MULTIPLY("kind::mxf4.sp::ordered_metadata.block_scale.scale_vec::2X.m16n8k128.row.col.f32.e2m1.e2m1.f32.ue8m0",
             ", {%17}, {%19, %20}, {%18}, {%19, %20}");
  }
  if (one.kind == kMxF4NvF4) {
    MULTIPLY("kind::mxf4nvf4.sp::ordered_metadata.block_scale.scale_vec::4X.m16n8k128.row.col.f32.e2m1.e2m1.f32.ue4m3",
             ", {%17}, {%19, %20}, {%18}, {%19, %20}");
  }
  for (int i = 0; i < 4; ++i) to[(lane / 4 + i / 2 * 8) * kColumns + lane % 4 * 2 + i % 2] = d[i];
}

unsigned random_state = 1;
unsigned random_below(unsigned end) {
  random_state = random_state * 1664525 + 1013904223;
  return (random_state >> 16) % end;
}

constexpr double kValues[] = {0.5, 1, 1.5, 2, 3, -1, -2};
unsigned code_of(int bits, int value) {
  const unsigned e4m3[] = {0x30, 0x38, 0x3c, 0x40, 0x44, 0xb8, 0xc0}, e2m1[] = {1, 2, 3, 4, 5, 10, 12};
  return bits == 8 ? e4m3[value] : e2m1[value];
}

int main() {
  const Case cases[] = {{kF8F6F4, 8, 0}, {kMxF8F6F4, 8, 1}, {kMxF4, 4, 2}, {kMxF4NvF4, 4, 4}};
  uint32_t* words;
  float* to;
  cudaMallocManaged(&words, 32 * 11 * sizeof *words);
  cudaMallocManaged(&to, kRows * kColumns * sizeof *to);
  uint32_t *a = words, *b = a + 128, *metadata = b + 128, *scale_a = metadata + 32, *scale_b = scale_a + 32;
  int wrong = 0;
  for (const Case& one : cases) {
    memset(words, 0, 32 * 11 * sizeof *words);
    static double of_a[kRows][kMost], of_b[kColumns][kMost], by_a[kRows][4], by_b[kColumns][4];
    memset(of_a, 0, sizeof of_a);
    const int stored = 128 / one.bits * 2, depth = 2 * stored, each = 32 / one.bits;
    const int together = one.bits == 4 ? 2 : 1;
    // A lane's registers have `each` neighbours of a line, then those 4 times as many further on; of A 8 rows further
    // down in between.
    for (int row = 0; row < kRows; ++row) {
      for (int group = 0; group < stored / together / 2; ++group) {
        // Of the first group nobody takes the first one.
        const unsigned first = group == 0 ? 1 + random_below(2) : random_below(3);
        const unsigned second = first + 1 + random_below(3 - first);
        for (int j = 0; j < 2 * together; ++j) {
          const int i = group * 2 * together + j, value = static_cast<int>(random_below(7));
          const int lane = row % 8 * 4 + i / each % 4, place = i / each / 4 * 2 + row / 8;
          a[lane * 4 + place] |= code_of(one.bits, value) << i % each * one.bits;
          of_a[row][(group * 4 + static_cast<int>(j < together ? first : second)) * together + j % together] =
              kValues[value];
        }
        // PTX ISA, "Matrix fragments for sparse mma": of 8 groups, of the upper rows and of the lower ones.
        metadata[row % 8 * 4 + group / 8 * 2 + row / 8] |= (first | second << 2) << group % 8 * 4;
      }
    }
    for (int column = 0; column < kColumns; ++column) {
      for (int i = 0; i < depth; ++i) {
        const int value = static_cast<int>(random_below(7));
        bool is_used = false;
        for (int row = 0; row < kRows; ++row) is_used = is_used || of_a[row][i] != 0;
        const bool is_nan = !is_used && one.bits == 8;
        of_b[column][i] = is_nan ? 0 : kValues[value];
        const unsigned code = is_nan ? 0x7f : code_of(one.bits, value);
        b[(column * 4 + i / each % 4) * 4 + i / each / 4] |= code << i % each * one.bits;
      }
    }
    const auto scale = [&](double* by) {
      uint32_t word = 0;
      for (int part = 0; part < one.scales; ++part) {
        const unsigned power = random_below(4);
        by[part] = std::ldexp(1, static_cast<int>(power) - 1);
        word |= (one.kind == kMxF4NvF4 ? (6 + power) << 3 : 126 + power) << part * 8;
      }
      return word;
    };
    // The first two lanes of a quad give those of two rows of A, the first one those of a column of B.
    for (int row = 0; row < kRows; ++row) scale_a[row % 8 * 4 + row / 8] = scale(by_a[row]);
    for (int column = 0; column < kColumns; ++column) scale_b[column * 4] = scale(by_b[column]);
    k<<<1, 32>>>(one, a, b, metadata, scale_a, scale_b, to);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < kRows * kColumns; ++i) {
      const int row = i / kColumns, column = i % kColumns;
      double sum = 1;
      for (int j = 0; j < depth; ++j) {
        double term = of_a[row][j] * of_b[column][j];
        if (one.scales != 0) term *= by_a[row][j / (depth / one.scales)] * by_b[column][j / (depth / one.scales)];
        sum += term;
      }
      wrong += to[i] != static_cast<float>(sum);
    }
  }
  printf("%d wrong\n", wrong);
}
