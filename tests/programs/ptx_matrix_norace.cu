// Inline PTX: products of matrices, their loads, stores and transpositions, against sums over elements in memory.
// CLEAN
// STDOUT: ^all right$
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>
#include <cstring>

// Registers as the ISA lays them out: row, column of the i-th element that a lane holds. `each`: elements of a register.
__device__ int row_of_a(int lane, int i, int each, int rows) { return lane / 4 + (rows == 16 ? i / each % 2 * 8 : 0); }
__device__ int column_of_a(int lane, int i, int each, int rows) {
  return lane % 4 * each + i % each + i / (rows == 16 ? 2 * each : each) * 4 * each;
}
__device__ int row_of_b(int lane, int i, int each) { return lane % 4 * each + i % each + i / each * 4 * each; }
__device__ int row_of_c(int lane, int i) { return lane / 4 + i / 2 * 8; }
__device__ int column_of_c(int lane, int i) { return lane % 4 * 2 + i % 2; }

__device__ int a_of(int row, int column) { return (row * 5 + column * 3) % 13 - 6; }
__device__ int b_of(int row, int column) { return (row * 7 + column * 2) % 11 - 5; }
__device__ int c_of(int row, int column) { return row - 3 * column; }
__device__ int d_of(int row, int column, int k, int least = -100) {
  int sum = c_of(row, column);
  for (int i = 0; i < k; ++i) sum += max(a_of(row, i), least) * max(b_of(i, column), least);
  return sum;
}

// Bits of a small integer as an element.
__device__ unsigned as_half(int x) { return __half_as_ushort(__float2half(x)); }
__device__ unsigned as_brain(int x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
__device__ unsigned as_e4m3(int x) { return __nv_fp8_e4m3(static_cast<float>(x)).__x; }
__device__ unsigned as_e5m2(int x) { return __nv_fp8_e5m2(static_cast<float>(x)).__x; }
__device__ unsigned as_byte(int x) { return x & 0xff; }
__device__ unsigned as_positive(int x) { return max(x, 0); }
__device__ unsigned as_four_bits(int x) { return x & 0xf; }
__device__ unsigned as_tf32(int x) { return __float_as_uint(x); }

template <int bits, int rows, int k>
__device__ void factors(unsigned* a, unsigned* b, unsigned (*as_a)(int), unsigned (*as_b)(int)) {
  constexpr int each = 32 / bits;
  const int lane = threadIdx.x;
  for (int i = 0; i < rows * k / 32; ++i) {
    if (i % each == 0) a[i / each] = 0;
    a[i / each] |= as_a(a_of(row_of_a(lane, i, each, rows), column_of_a(lane, i, each, rows))) << i % each * bits;
  }
  for (int i = 0; i < 8 * k / 32; ++i) {
    if (i % each == 0) b[i / each] = 0;
    b[i / each] |= as_b(b_of(row_of_b(lane, i, each), lane / 4)) << i % each * bits;
  }
}
template <class T>
__device__ void start(T* c, int rows) {
  for (int i = 0; i < rows / 4; ++i) c[i] = c_of(row_of_c(threadIdx.x, i), column_of_c(threadIdx.x, i));
}
template <class T>
__device__ int wrong(const T* d, int rows, int k, int least = -100) {
  int count = 0;
  for (int i = 0; i < rows / 4; ++i) {
    count += d[i] != static_cast<T>(d_of(row_of_c(threadIdx.x, i), column_of_c(threadIdx.x, i), k, least));
  }
  return count;
}

#define MMA_16(name, suffix, bits, k, as_a, as_b, least, T, letter)                                                \
  __device__ int name() {                                                                                          \
    unsigned a[4], b[2];                                                                                           \
    T c[4];                                                                                                        \
    factors<bits, 16, k>(a, b, as_a, as_b);                                                                        \
    start(c, 16);                                                                                                  \
    asm volatile("mma.sync.aligned.m16n8k" #k ".row.col." suffix " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
                 "{%0, %1, %2, %3};"                                                                               \
                 : "+" letter(c[0]), "+" letter(c[1]), "+" letter(c[2]), "+" letter(c[3])                          \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                              \
    return wrong(c, 16, k, least);                                                                                 \
  }
#define MMA_16_LESS(name, suffix, bits, k, as_a, as_b, least, T, letter)                                           \
  __device__ int name() {                                                                                          \
    unsigned a[2], b[1];                                                                                           \
    T c[4];                                                                                                        \
    factors<bits, 16, k>(a, b, as_a, as_b);                                                                        \
    start(c, 16);                                                                                                  \
    asm volatile("mma.sync.aligned.m16n8k" #k ".row.col." suffix " {%0, %1, %2, %3}, {%4, %5}, {%6}, "             \
                 "{%0, %1, %2, %3};"                                                                               \
                 : "+" letter(c[0]), "+" letter(c[1]), "+" letter(c[2]), "+" letter(c[3])                          \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                                               \
    return wrong(c, 16, k, least);                                                                                 \
  }
MMA_16(halves, "f32.f16.f16.f32", 16, 16, as_half, as_half, -100, float, "f")
MMA_16_LESS(halves_less, "f32.f16.f16.f32", 16, 8, as_half, as_half, -100, float, "f")
MMA_16(brain, "f32.bf16.bf16.f32", 16, 16, as_brain, as_brain, -100, float, "f")
MMA_16_LESS(brain_less, "f32.bf16.bf16.f32", 16, 8, as_brain, as_brain, -100, float, "f")
MMA_16(tf32, "f32.tf32.tf32.f32", 32, 8, as_tf32, as_tf32, -100, float, "f")
MMA_16_LESS(tf32_less, "f32.tf32.tf32.f32", 32, 4, as_tf32, as_tf32, -100, float, "f")
MMA_16(fp8, "f32.e4m3.e5m2.f32", 8, 32, as_e4m3, as_e5m2, -100, float, "f")
MMA_16(bytes, "s32.s8.s8.s32", 8, 32, as_byte, as_byte, -100, int, "r")
MMA_16_LESS(bytes_less, "s32.s8.s8.s32", 8, 16, as_byte, as_byte, -100, int, "r")
MMA_16(unsigned_bytes, "satfinite.s32.u8.u8.s32", 8, 32, as_positive, as_positive, 0, int, "r")
MMA_16(half_bytes, "s32.s4.s4.s32", 4, 64, as_four_bits, as_four_bits, -100, int, "r")
MMA_16_LESS(half_bytes_less, "s32.u4.u4.s32", 4, 32, as_positive, as_positive, 0, int, "r")

__device__ int bytes_of_8_rows() {
  unsigned a[1], b[1];
  int c[2];
  factors<8, 8, 16>(a, b, as_byte, as_byte);
  start(c, 8);
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+r"(c[0]), "+r"(c[1])
               : "r"(a[0]), "r"(b[0]));
  return wrong(c, 8, 16);
}
__device__ int doubles() {
  const int lane = threadIdx.x;
  const double a = a_of(lane / 4, lane % 4), b = b_of(lane % 4, lane / 4);
  double c[2], d[2];
  start(c, 8);
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
               : "=d"(d[0]), "=d"(d[1])
               : "d"(a), "d"(b), "d"(c[0]), "d"(c[1]));
  return wrong(d, 8, 4);
}
__device__ int halves_as_sums() {
  unsigned a[4], b[2], c[2];
  factors<16, 16, 16>(a, b, as_half, as_half);
  const int lane = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    c[i] = as_half(c_of(row_of_c(lane, 2 * i), column_of_c(lane, 0))) |
           as_half(c_of(row_of_c(lane, 2 * i), column_of_c(lane, 1))) << 16;
  }
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
               : "+r"(c[0]), "+r"(c[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned right = as_half(d_of(row_of_c(lane, i), column_of_c(lane, i), 16));
    count += (c[i / 2] >> i % 2 * 16 & 0xffff) != right;
  }
  return count;
}

__device__ int moves() {
  __shared__ __align__(16) unsigned short tile[4][8][8];
  __shared__ __align__(16) unsigned short stored[4][8][8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) (&tile[0][0][0])[i] = i * 257;
  __syncwarp();
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane / 8][lane % 8][0]));
  unsigned r[4], t[2], one, moved;
  asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(from));
  // Addresses of lanes from 16 on are not used.
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];"
               : "=r"(t[0]), "=r"(t[1])
               : "r"(lane < 16 ? from : 0));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(one) : "l"(&tile[2][lane % 8][0]));
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(r[1]));
  int count = 0;
  const int row = lane / 4, column = lane % 4 * 2;
  for (int i = 0; i < 4; ++i) count += r[i] != (tile[i][row][column] | tile[i][row][column + 1] << 16);
  for (int i = 0; i < 2; ++i) count += t[i] != (tile[i][column][row] | tile[i][column + 1][row] << 16);
  count += one != r[2];
  count += moved != t[1];
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&stored[lane / 8][lane % 8][0]));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(r[0]), "r"(r[1]),
               "r"(r[2]), "r"(r[3]));
  __syncwarp();
  for (int i = 0; i < 8; ++i) count += stored[lane / 8][lane % 8][i] != tile[lane / 8][i][lane % 8];
  return count;
}

__global__ void all(int* wrong) {
  int (*const tests[])() = {halves, halves_less, brain,           brain_less,      tf32,    tf32_less,
                            fp8,            bytes,       bytes_less,      unsigned_bytes,  half_bytes,
                            half_bytes_less, bytes_of_8_rows, doubles,    halves_as_sums,  moves};
  int i = 0;
  for (auto* test : tests) wrong[i++ * 32 + threadIdx.x] = test();
}

int main() {
  constexpr int kTests = 16;
  int* wrong;
  cudaMallocManaged(&wrong, kTests * 32 * sizeof(int));
  std::memset(wrong, 1, kTests * 32 * sizeof(int));
  all<<<1, 32>>>(wrong);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < kTests * 32; ++i) {
    if (wrong[i] != 0) std::printf("test %d: %d\n", i / 32, wrong[i]), right = false;
  }
  std::printf(right ? "all right\n" : "wrong\n");
  cudaFree(wrong);
}
