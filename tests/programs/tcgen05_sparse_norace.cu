// Products in tensor memory of an A that has half of its elements, of all kinds that there are here, compared with sums
// on the host. Which elements it has comes to tensor memory by tcgen05.cp, scales do, too.
// COMPILE: -arch=sm_100a
// INCLUDES: parts/tensor_cores.h
// CLEAN
// SCHEDULE-DEPENDENT: how often threads look at the barrier object
// STDOUT: ^failed: 0$
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "parts/tensor_cores.h"

constexpr int kRows = 128, kColumns = 16, kBytes = 32;  // Of A; of B; of a line of A, half of one of B's.

enum Kind { kF16, kMxF8F6F4, kMxF4NvF4, kMxF4 };

struct Case {
  Kind kind;
  int bits, scales;  ///< Of an element; of a line.
  int selector = 0;  ///< Of 16 bits: which of two columns has the metadata.
};

__device__ uint64_t descriptor(const void* at, uint64_t group) {
  return (window(at) & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | group >> 4 << 32 | uint64_t{1} << 46;
}
/// PTX ISA, "Canonical Layouts": 8 lines of 16 bytes are together, then their next 16 bytes.
__device__ int place(int line, int byte, int bytes) {
  return line / 8 * 8 * bytes + byte / 16 * 128 + line % 8 * 16 + byte % 16;
}

#define COPY(shape, to, from)                                                                                \
  asm volatile("tcgen05.cp.cta_group::1." shape " [%0], %1;" ::"r"(to), "l"(descriptor(from, 128)) : "memory")
#define MULTIPLY(kind, scales)                                                                              \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.sp.cta_group::1.kind::" kind               \
               " [%0], %1, %2, [%4], %3" scales ", p; }" ::"r"(d), "l"(descriptor(a, 256)),                 \
               "l"(descriptor(b, 512)), "r"(description), "r"(d + 24), "r"(d + 16), "r"(d + 20)             \
               : "memory")

/// `metadata`: of each lane 4 words; `scales`: a word for each row of A and column of B.
__global__ void k(Case one, uint32_t types, const unsigned char* a_bytes, const unsigned char* b_bytes,
                  const uint32_t* metadata, const uint32_t* scales, float* to) {
  __shared__ alignas(128) unsigned char a[kRows * kBytes], b[kColumns * 2 * kBytes];
  __shared__ alignas(128) uint32_t of_a[kRows], of_b[kRows], which[kRows * 4];
  __shared__ alignas(8) uint64_t done;
  __shared__ uint32_t d;
  for (int i = threadIdx.x; i < kRows * kBytes; i += kRows) a[place(i / kBytes, i % kBytes, kBytes)] = a_bytes[i];
  for (int i = threadIdx.x; i < kColumns * 2 * kBytes; i += kRows) {
    b[place(i / (2 * kBytes), i % (2 * kBytes), 2 * kBytes)] = b_bytes[i];
  }
  for (int i = threadIdx.x; i < kRows * 4; i += kRows) which[i] = metadata[i];
  of_a[threadIdx.x % 32 * 4 + threadIdx.x / 32] = scales[threadIdx.x];
  of_b[threadIdx.x % 32 * 4 + threadIdx.x / 32] = threadIdx.x < kColumns ? scales[kRows + threadIdx.x] : 0;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(&done)) : "memory");
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(window(&d)) : "memory");
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const uint32_t description = types | one.selector | 1 << 2 | kColumns / 8 << 17 | kRows / 16 << 24;
  if (threadIdx.x == 0) {
    COPY("128x128b", d + 24, which);
    if (one.scales != 0) {
      COPY("32x128b.warpx4", d + 16, of_a);
      COPY("32x128b.warpx4", d + 20, of_b);
    }
    if (one.kind == kF16) MULTIPLY("f16", "");
    if (one.kind == kMxF8F6F4) MULTIPLY("mxf8f6f4.block_scale", ", [%5], [%6]");
    if (one.kind == kMxF4NvF4) MULTIPLY("mxf4nvf4.block_scale.scale_vec::4X", ", [%5], [%6]");
    if (one.kind == kMxF4) MULTIPLY("mxf4.block_scale.block32", ", [%5], [%6]");
    commit(&done);
  }
  wait(&done, 0);
  for (int n = 0; n < kColumns; ++n) {
    uint32_t bits;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                 : "=r"(bits)
                 : "r"(d + n + (threadIdx.x / 32 * 32 << 16)));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    to[threadIdx.x * kColumns + n] = __uint_as_float(bits);
  }
  __syncthreads();
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
}

unsigned random_state = 1;
unsigned random_below(unsigned end) {
  random_state = random_state * 1664525 + 1013904223;
  return (random_state >> 16) % end;
}

constexpr double kValues[] = {0, 0.5, 1, 1.5, 2, 3, -1, -2};
unsigned code_of(int bits, int value) {
  const unsigned e4m3[] = {0, 0x30, 0x38, 0x3c, 0x40, 0x44, 0xb8, 0xc0}, e2m1[] = {0, 1, 2, 3, 4, 5, 10, 12};
  if (bits == 16) return __half_as_ushort(__double2half(kValues[value]));
  return bits == 8 ? e4m3[value] : e2m1[value];
}
/// Random elements of so many bits, one behind the other.
void fill(int bits, int count, unsigned char* bytes, double* elements) {
  memset(bytes, 0, count * bits / 8);
  for (int i = 0; i < count; ++i) {
    const int value = static_cast<int>(random_below(8));
    elements[i] = kValues[value];
    const unsigned code = code_of(bits, value) << i * bits % 8;
    for (int byte = 0; byte < (bits + 7) / 8; ++byte) bytes[i * bits / 8 + byte] |= code >> byte * 8 & 0xff;
  }
}

int main() {
  // With sums that are floats; halves, e4m3 with UE8M0, e2m1 with UE4M3 and with UE8M0.
  const struct {
    Case one;
    uint32_t types;
  } cases[] = {{{kF16, 16, 0}, 1 << 4},
               {{kF16, 16, 0, 1}, 1 << 4},
               {{kMxF8F6F4, 8, 1}, 1 << 23},
               {{kMxF4NvF4, 4, 4}, 1 << 7 | 1 << 10},
               {{kMxF4, 4, 2}, 1 << 7 | 1 << 10 | 1 << 23}};
  unsigned char *a, *b;
  uint32_t *metadata, *scales;
  float* to;
  cudaMallocManaged(&a, kRows * kBytes);
  cudaMallocManaged(&b, kColumns * 2 * kBytes);
  cudaMallocManaged(&metadata, kRows * 4 * sizeof *metadata);
  cudaMallocManaged(&scales, (kRows + kColumns) * sizeof *scales);
  cudaMallocManaged(&to, kRows * kColumns * sizeof *to);
  int failed = 0;
  for (const auto& [one, types] : cases) {
    static double of_a[kRows * 64], of_b[kColumns * 128], by[kRows + kColumns][4];
    static int places[kRows * 64];
    const int stored = kBytes * 8 / one.bits, depth = 2 * stored;
    fill(one.bits, kRows * stored, a, of_a);
    fill(one.bits, kColumns * depth, b, of_b);
    memset(metadata, 0, kRows * 4 * sizeof *metadata);
    const int together = one.bits == 4 ? 2 : 1;
    for (int row = 0; row < kRows; ++row) {
      for (int group = 0; group < stored / together / 2; ++group) {
        const unsigned first = random_below(3), second = first + 1 + random_below(3 - first);
        for (int j = 0; j < 2 * together; ++j) {
          const int pick = static_cast<int>(j < together ? first : second);
          places[row * stored + group * 2 * together + j] = (group * 4 + pick) * together + j % together;
        }
        const uint32_t bits = first | second << 2;
        if (one.bits == 16) {
          // PTX ISA, "Sparse Matrices": a lane has two rows, 8 apart, and half of their k.
          const int lane = row / 16 * 16 + group / 4 * 8 + row % 8;
          metadata[lane * 4 + one.selector] |= bits << (row % 16 / 8 * 16 + group % 4 * 4);
        } else {
          metadata[row * 4 + group / 8] |= bits << group % 8 * 4;
        }
      }
    }
    const bool is_e4m3 = one.kind == kMxF4NvF4;
    for (int line = 0; line < kRows + kColumns; ++line) {
      scales[line] = 0;
      for (int part = 0; part < one.scales; ++part) {
        const unsigned power = random_below(4);
        by[line][part] = std::ldexp(1, static_cast<int>(power) - 1);
        scales[line] |= (is_e4m3 ? (6 + power) << 3 : 126 + power) << part * 8;
      }
    }
    k<<<1, kRows>>>(one, types, a, b, metadata, scales, to);
    failed += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < kRows * kColumns; ++i) {
      const int row = i / kColumns, column = i % kColumns;
      double sum = 0;
      for (int j = 0; j < stored; ++j) {
        const int place = places[row * stored + j];
        double term = of_a[row * stored + j] * of_b[column * depth + place];
        if (one.scales != 0) {
          const int part = place / (depth / one.scales);
          term *= by[row][part] * by[kRows + column][part];
        }
        sum += term;
      }
      failed += to[i] != static_cast<float>(sum);
    }
  }
  printf("failed: %d\n", failed);
}
