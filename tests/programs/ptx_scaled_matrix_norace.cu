// Inline PTX: mma with `.kind`, of every type of elements and of scales, with every selector, against sums on the
// host. All terms are exact. Scales that no selector names are those of nothing, NaN.
// CLEAN
// STDOUT: ^all right$
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cmath>
#include <cstdio>

enum Type { kE4m3, kE5m2, kE3m2, kE2m3, kE2m1 };

// Each type's numbers, as a byte of a fragment; of kE2m1 as four bits.
__host__ __device__ unsigned bits(Type type, int line, int i) {
  const unsigned number = line * 7 + i * 5 + line * i;
  switch (type) {
    case kE4m3: return 0x30 + number % 16 + (number % 3 == 0 ? 0x80 : 0);
    case kE5m2: return 0x38 + number % 8 + (number % 3 == 1 ? 0x80 : 0);
    case kE3m2:
    case kE2m3: return number % 64;
    default: return number % 16;
  }
}
double value(Type type, int line, int i) {
  const unsigned b = bits(type, line, i);
  __half_raw half;
  switch (type) {
    case kE4m3: half = __nv_cvt_fp8_to_halfraw(b, __NV_E4M3); break;
    case kE5m2: half = __nv_cvt_fp8_to_halfraw(b, __NV_E5M2); break;
    case kE3m2: half = __nv_cvt_fp6_to_halfraw(b, __NV_E3M2); break;
    case kE2m3: half = __nv_cvt_fp6_to_halfraw(b, __NV_E2M3); break;
    default: half = __nv_cvt_fp4_to_halfraw(b, __NV_E2M1); break;
  }
  return __half2float(__half(half));
}
__host__ __device__ unsigned scale_bits(bool is_e4m3, int line, int part) {
  return is_e4m3 ? 0x28 + (line * 3 + part * 5) % 24 : 125 + (line + part * 2) % 6;
}
double scale(bool is_e4m3, int line, int part) {
  const unsigned b = scale_bits(is_e4m3, line, part);
  return is_e4m3 ? static_cast<double>(__half2float(__half(__nv_cvt_fp8_to_halfraw(b, __NV_E4M3))))
                 : std::ldexp(1.0, static_cast<int>(b) - 127);
}

// A register of a fragment: neighbours of a line, whose places in the word are those of the type.
__device__ unsigned packed(Type type, int k, int line, int from) {
  unsigned word = 0;
  for (int i = 0; i < (k == 64 ? 8 : 4); ++i) {
    const unsigned b = bits(type, line, from + i);
    word |= k == 64 ? b << i * 4 : (type == kE2m1 ? b << 2 : b) << i * 8;
  }
  return word;
}
// The lane's word of scales: those of its line if the selector names the lane.
__device__ unsigned scales(bool is_e4m3, int count, bool named, int byte, int line) {
  unsigned word = 0xffffffff;
  if (!named) return word;
  for (int part = 0; part < count; ++part) {
    word &= ~(0xffu << (byte + part) * 8);
    word |= scale_bits(is_e4m3, line, part) << (byte + part) * 8;
  }
  return word;
}

struct Operands {
  unsigned a[4], b[2], scale_a, scale_b;
  unsigned short byte_a, pair, byte_b, thread;
  float d[4];

  __device__ Operands(Type of_a, Type of_b, int k, int count, bool is_e4m3, int byte_a, int pair, int byte_b,
                      int thread)
      : byte_a(byte_a), pair(pair), byte_b(byte_b), thread(thread) {
    const int lane = threadIdx.x, each = k == 64 ? 8 : 4;
    for (int r = 0; r < 4; ++r) a[r] = packed(of_a, k, lane / 4 + r % 2 * 8, (r / 2 * 4 + lane % 4) * each);
    for (int r = 0; r < 2; ++r) b[r] = packed(of_b, k, lane / 4 + 100, (r * 4 + lane % 4) * each);
    scale_a = scales(is_e4m3, count, lane % 4 / 2 == pair, byte_a, lane / 4 + lane % 2 * 8);
    scale_b = scales(is_e4m3, count, lane % 4 == thread, byte_b, lane / 4 + 100);
    for (int i = 0; i < 4; ++i) d[i] = lane / 4 + i / 2 * 8 - (lane % 4 * 2 + i % 2);
  }
  __device__ void store(float* out) const {
    for (int i = 0; i < 4; ++i) out[(threadIdx.x / 4 + i / 2 * 8) * 8 + threadIdx.x % 4 * 2 + i % 2] = d[i];
  }
};

#define SCALED(name, text, of_a, of_b, k, count, is_e4m3, ba, pa, bb, th)                                          \
  __global__ void name(float* out) {                                                                           \
    Operands o(of_a, of_b, k, count, is_e4m3, ba, pa, bb, th);                                                \
    asm volatile("mma.sync.aligned." text                                                                      \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}, {%10}, {%11, %12}, {%13}, " \
                 "{%14, " #th "};"                                                                         \
                 : "+f"(o.d[0]), "+f"(o.d[1]), "+f"(o.d[2]), "+f"(o.d[3])                                      \
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]),               \
                   "r"(o.scale_a), "h"(o.byte_a), "h"(o.pair), "r"(o.scale_b), "h"(o.byte_b));                 \
    o.store(out);                                                                                              \
  }
#define PLAIN(name, text, of_a, of_b)                                                                            \
  __global__ void name(float* out) {                                                                           \
    Operands o(of_a, of_b, 32, 0, false, 0, 0, 0, 0);                                                          \
    asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"  \
                 : "+f"(o.d[0]), "+f"(o.d[1]), "+f"(o.d[2]), "+f"(o.d[3])                                      \
                 : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]));              \
    o.store(out);                                                                                              \
  }

SCALED(fp8, "kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e5m2.f32.ue8m0", kE4m3, kE5m2, 32, 1,
       false, 3, 1, 2, 3)
SCALED(fp6, "m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e3m2.e2m3.f32.ue8m0", kE3m2, kE2m3, 32, 1, false, 1, 0, 0,
       1)
SCALED(fp4_8, "kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e2m1.e4m3.f32.ue8m0", kE2m1, kE4m3, 32, 1,
       false, 0, 1, 3, 0)
SCALED(mx4, "kind::mxf4.block_scale.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0", kE2m1, kE2m1, 64, 2, false, 2, 1, 0, 2)
SCALED(mx4_2, "kind::mxf4nvf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0", kE2m1, kE2m1, 64, 2,
       false, 0, 0, 2, 0)
SCALED(mx4_4, "kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0", kE2m1, kE2m1, 64, 4,
       false, 0, 1, 0, 1)
SCALED(nv4, "kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3", kE2m1, kE2m1, 64, 4,
       true, 0, 0, 0, 3)
PLAIN(plain_6_4, "kind::f8f6f4.m16n8k32.row.col.f32.e3m2.e2m1.f32", kE3m2, kE2m1)
PLAIN(plain_8_6, "m16n8k32.row.col.kind::f8f6f4.f32.e5m2.e2m3.f32", kE5m2, kE2m3)

// Sums of halves: of C, and of D.
__global__ void halves(float* out) {
  Operands o(kE2m3, kE2m1, 32, 0, false, 0, 0, 0, 0);
  __half2 c[2] = {__floats2half2_rn(o.d[0], o.d[1]), __floats2half2_rn(o.d[2], o.d[3])};
  unsigned(&words)[2] = reinterpret_cast<unsigned(&)[2]>(c);
  asm volatile("mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f16.e2m3.e2m1.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
               : "+r"(words[0]), "+r"(words[1])
               : "r"(o.a[0]), "r"(o.a[1]), "r"(o.a[2]), "r"(o.a[3]), "r"(o.b[0]), "r"(o.b[1]));
  for (int i = 0; i < 4; ++i) o.d[i] = i % 2 ? __high2float(c[i / 2]) : __low2float(c[i / 2]);
  o.store(out);
}

int wrong = 0;
void check(const char* name, void (*kernel)(float*), Type of_a, Type of_b, int k, int count, bool is_e4m3,
           bool is_half = false) {
  float* out;
  cudaMallocManaged(&out, 128 * sizeof(float));
  kernel<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      double sum = row - column;
      for (int i = 0; i < k; ++i) {
        double term = value(of_a, row, i) * value(of_b, column + 100, i);
        if (count != 0) {
          const int part = i / (k / count);
          term *= scale(is_e4m3, row, part) * scale(is_e4m3, column + 100, part);
        }
        sum += term;
      }
      const float right = is_half ? __half2float(__double2half(sum)) : static_cast<float>(sum);
      if (out[row * 8 + column] == right) continue;
      ++wrong;
      printf("%s %d %d: %g is not %g\n", name, row, column, out[row * 8 + column], right);
    }
  }
  cudaFree(out);
}

int main() {
  check("fp8", fp8, kE4m3, kE5m2, 32, 1, false);
  check("fp6", fp6, kE3m2, kE2m3, 32, 1, false);
  check("fp4_8", fp4_8, kE2m1, kE4m3, 32, 1, false);
  check("mx4", mx4, kE2m1, kE2m1, 64, 2, false);
  check("mx4_2", mx4_2, kE2m1, kE2m1, 64, 2, false);
  check("mx4_4", mx4_4, kE2m1, kE2m1, 64, 4, false);
  check("nv4", nv4, kE2m1, kE2m1, 64, 4, true);
  check("plain_6_4", plain_6_4, kE3m2, kE2m1, 32, 0, false);
  check("plain_8_6", plain_8_6, kE5m2, kE2m3, 32, 0, false);
  check("halves", halves, kE2m3, kE2m1, 32, 0, false, true);
  if (wrong == 0) printf("all right\n");
}
