// Inline PTX: mma.sp of every type and shape, and every selector, against sums over all elements of an A half of whose
// elements are zero. Infinity where A has a zero does not count: such elements of B are never picked.
// CLEAN
// STDOUT: ^all right$
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>

enum Type { kF16, kBf16, kTf32, kS8, kU8, kS4, kU4, kE4m3, kE5m2 };
__host__ __device__ constexpr int bits_of(Type type) {
  return type == kTf32 ? 32 : type == kF16 || type == kBf16 ? 16 : type == kS4 || type == kU4 ? 4 : 8;
}

// Small numbers, none of them 0, that all types have; those of unsigned types are positive.
__device__ int value(Type type, int row, int column) {
  const int number = 1 + (row * 7 + column * 5 + row * column) % 4;
  const bool has_sign = type != kU8 && type != kU4;
  return has_sign && (row + column) % 3 == 0 ? -number : number;
}
__device__ unsigned encoded(Type type, int number) {
  switch (type) {
    case kF16: return __half_as_ushort(__int2half_rn(number));
    case kBf16: return __bfloat16_as_ushort(__int2bfloat16_rn(number));
    case kTf32: return __float_as_uint(static_cast<float>(number));
    case kE4m3: return __nv_cvt_float_to_fp8(number, __NV_SATFINITE, __NV_E4M3);
    case kE5m2: return __nv_cvt_float_to_fp8(number, __NV_SATFINITE, __NV_E5M2);
    case kS4:
    case kU4: return number & 15;
    default: return number & 255;
  }
}

// Which two (of 4 bits: pairs) of each four a row of A has: six possibilities, the left one first. Of 32 bits: which of
// each two.
__device__ unsigned bits_of_chunk(Type type, int row, int chunk) {
  if (type == kTf32) return (row + chunk) % 2 == 0 ? 0b0100u : 0b1110u;
  return 0xedc984u >> (row * 3 + chunk) % 6 * 4 & 15;
}
// The column of the i-th element that row has.
__device__ int column_of(Type type, int row, int i) {
  if (type == kTf32) return i * 2 + (bits_of_chunk(type, row, i) == 0b1110u);
  if (bits_of(type) == 4) return i / 4 * 8 + (bits_of_chunk(type, row, i / 4) >> i % 4 / 2 * 2 & 3) * 2 + i % 2;
  return i / 2 * 4 + (bits_of_chunk(type, row, i / 2) >> i % 2 * 2 & 3);
}

template <Type type, int k>
struct Operands {
  unsigned a[4], b[4], metadata;

  __device__ explicit Operands(int selector, bool swaps = false) {
    const int lane = threadIdx.x, each = 32 / bits_of(type);
    const int registers = k / 2 / (4 * each);
    for (int r = 0; r < 2 * registers; ++r) {
      const int row = lane / 4 + r % 2 * 8, first = (r / 2 * 4 + lane % 4) * each;
      a[r] = 0;
      for (int i = 0; i < each; ++i) {
        const int at = swaps ? first + (i ^ 1) : first + i;
        a[r] |= encoded(type, value(type, row, column_of(type, row, at))) << i * bits_of(type);
      }
      const int from = (r * 4 + lane % 4) * each;
      b[r] = 0;
      for (int i = 0; i < each; ++i) {
        bool counts = false;
        for (int any = 0; any < 16; ++any) {
          for (int j = 0; j < k / 2; ++j) counts = counts || column_of(type, any, j) == from + i;
        }
        b[r] |= encoded(type, counts ? value(type, from + i, lane / 4) : 0) << i * bits_of(type);
      }
    }
    metadata = 0xdeadbeef;  // Of lanes that the selector does not name.
    const bool is_wide = bits_of(type) >= 16, is_small = k / 2 * bits_of(type) == 128;
    const int lanes = is_wide ? (is_small ? 1 : 2) : (is_small ? 2 : 4);
    const int number = lane % 4 - selector * lanes;
    if (number < 0 || number >= lanes) return;
    metadata = 0;
    for (int place = 0; place < 8; ++place) {
      const int row = lane / 4 + 8 * (is_wide ? place / 4 : number % 2);
      const int chunk = is_wide ? number * 4 + place % 4 : number / 2 * 8 + place;
      unsigned bits = bits_of_chunk(type, row, chunk);
      if (swaps) bits = bits >> 2 | (bits & 3) << 2;
      metadata |= bits << place * 4;
    }
  }
};

template <Type of_a, Type of_b, int k, class T>
__device__ int wrong(const T* d) {
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    const int row = threadIdx.x / 4 + i / 2 * 8, column = threadIdx.x % 4 * 2 + i % 2;
    int sum = row - column;
    for (int j = 0; j < k / 2; ++j) {
      const int at = column_of(of_a, row, j);
      sum += value(of_a, row, at) * value(of_b, at, column);
    }
    count += static_cast<float>(d[i]) != sum;
  }
  return count;
}
__device__ int start(int i) { return static_cast<int>(threadIdx.x / 4 + i / 2 * 8) - static_cast<int>(threadIdx.x % 4 * 2 + i % 2); }

#define SMALL(name, kind, T, c, of_a, of_b, k, text, selector)                                                \
  __device__ int name() {                                                                                    \
    const Operands<of_a, k> a(selector);                                                                      \
    const Operands<of_b, k> b(selector);                                                                      \
    T d[4];                                                                                                   \
    for (int i = 0; i < 4; ++i) d[i] = start(i);                                                              \
    asm volatile(kind ".sync.aligned." text " {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, "   \
                 #selector ";"                                                                                \
                 : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3])                                         \
                 : "r"(a.a[0]), "r"(a.a[1]), "r"(b.b[0]), "r"(b.b[1]), "r"(a.metadata));                      \
    return wrong<of_a, of_b, k>(d);                                                                           \
  }
#define LARGE(name, kind, T, c, of_a, of_b, k, text, selector)                                                \
  __device__ int name() {                                                                                    \
    const Operands<of_a, k> a(selector);                                                                      \
    const Operands<of_b, k> b(selector);                                                                      \
    T d[4];                                                                                                   \
    for (int i = 0; i < 4; ++i) d[i] = start(i);                                                              \
    asm volatile(kind ".sync.aligned." text                                                                  \
                      " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, "      \
                 #selector ";"                                                                                \
                 : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3])                                         \
                 : "r"(a.a[0]), "r"(a.a[1]), "r"(a.a[2]), "r"(a.a[3]), "r"(b.b[0]), "r"(b.b[1]), "r"(b.b[2]), \
                   "r"(b.b[3]), "r"(a.metadata));                                                             \
    return wrong<of_a, of_b, k>(d);                                                                           \
  }
#define ORDERED "mma.sp::ordered_metadata"
SMALL(f16_16_0, "mma.sp", float, "f", kF16, kF16, 16, "m16n8k16.row.col.f32.f16.f16.f32", 0x0)
SMALL(f16_16_3, ORDERED, float, "f", kF16, kF16, 16, "m16n8k16.row.col.f32.f16.f16.f32", 0x3)
LARGE(f16_32_0, ORDERED, float, "f", kF16, kF16, 32, "m16n8k32.row.col.f32.f16.f16.f32", 0x0)
LARGE(f16_32_1, "mma.sp", float, "f", kF16, kF16, 32, "m16n8k32.row.col.f32.f16.f16.f32", 0x1)
SMALL(bf16_16_2, "mma.sp", float, "f", kBf16, kBf16, 16, "m16n8k16.row.col.f32.bf16.bf16.f32", 2)
LARGE(bf16_32_1, ORDERED, float, "f", kBf16, kBf16, 32, "m16n8k32.row.col.f32.bf16.bf16.f32", 1)
SMALL(tf32_8_1, "mma.sp", float, "f", kTf32, kTf32, 8, "m16n8k8.row.col.f32.tf32.tf32.f32", 1)
LARGE(tf32_16_0, "mma.sp", float, "f", kTf32, kTf32, 16, "m16n8k16.row.col.f32.tf32.tf32.f32", 0)
LARGE(tf32_16_1, ORDERED, float, "f", kTf32, kTf32, 16, "m16n8k16.row.col.f32.tf32.tf32.f32", 1)
SMALL(s8_32_1, "mma.sp", int, "r", kS8, kU8, 32, "m16n8k32.row.col.satfinite.s32.s8.u8.s32", 1)
LARGE(u8_64_0, ORDERED, int, "r", kU8, kS8, 64, "m16n8k64.row.col.s32.u8.s8.s32", 0)
SMALL(s4_64_1, "mma.sp", int, "r", kS4, kS4, 64, "m16n8k64.row.col.s32.s4.s4.s32", 1)
LARGE(u4_128_0, ORDERED, int, "r", kU4, kS4, 128, "m16n8k128.row.col.s32.u4.s4.s32.satfinite", 0)
LARGE(fp8_64_0, ORDERED, float, "f", kE4m3, kE5m2, 64, "m16n8k64.row.col.f32.e4m3.e5m2.f32", 0)

// Without `ordered_metadata` the right one of two may come first. C and D are halves here.
__device__ int swapped() {
  const Operands<kF16, 32> x(0, true);
  const Operands<kF16, 32> y(0);
  unsigned d[2];
  for (int i = 0; i < 2; ++i) {
    const __half2 pair = __floats2half2_rn(start(2 * i), start(2 * i + 1));
    d[i] = reinterpret_cast<const unsigned&>(pair);
  }
  asm volatile(
      "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7, %8, %9}, {%0, %1}, "
      "%10, 0;"
      : "+r"(d[0]), "+r"(d[1])
      : "r"(x.a[0]), "r"(x.a[1]), "r"(x.a[2]), "r"(x.a[3]), "r"(y.b[0]), "r"(y.b[1]), "r"(y.b[2]), "r"(y.b[3]),
        "r"(x.metadata));
  return wrong<kF16, kF16, 32>(reinterpret_cast<const __half*>(d));
}

// Every row has the columns 0, 2, 4, …; in the others B is infinite. A row of zeros may have metadata without a meaning.
__device__ int infinite() {
  const bool is_first = threadIdx.x < 4;
  const unsigned one = 0x3c00, factor = one | 0x7c00u << 16, ones = is_first ? 0 : one | one << 16;
  const unsigned metadata = is_first ? 0x88880000u : 0x88888888u;
  float d[4] = {};
  asm volatile(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6, %6}, "
      "{%0, %1, %2, %3}, %7, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(ones), "r"(one | one << 16), "r"(factor), "r"(metadata));
  const float upper = is_first ? 0 : 8;
  return (d[0] != upper) + (d[1] != upper) + (d[2] != 8) + (d[3] != 8);
}

__global__ void k(int* errors) {
  const int found[] = {f16_16_0(), f16_16_3(), f16_32_0(), f16_32_1(), bf16_16_2(), bf16_32_1(), tf32_8_1(), tf32_16_0(), tf32_16_1(), s8_32_1(), u8_64_0(), s4_64_1(), u4_128_0(), fp8_64_0(), swapped(), infinite()};
  for (int i = 0; i < 16; ++i) {
    if (found[i] != 0) atomicAdd(&errors[i], found[i]);
  }
}

int main() {
  int* errors;
  cudaMallocManaged(&errors, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i) errors[i] = 0;
  k<<<1, 32>>>(errors);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 16; ++i) {
    if (errors[i] != 0) printf("%d: %d wrong\n", i, errors[i]), right = false;
  }
  printf(right ? "all right\n" : "wrong\n");
}
