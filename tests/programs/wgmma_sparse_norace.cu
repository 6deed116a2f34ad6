// Products of warpgroups with a sparse A: every type, A from memory and from registers, both selectors, factors along k
// and across it, with the swizzles; against sums over the matrices' elements. What B has where A has no element does not
// matter, infinity neither.
// COMPILE: -arch=sm_90a
// CLEAN
// STDOUT: ^all right$
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstdio>

// Element i of those that row `row` gives, and which column it has: of each two of 32 bits one, of each four two.
__device__ int a_of(int row, int i) { return (row * 5 + i * 3) % 13 - 6; }
__device__ int pair_of(int row, int chunk) { return (row * 7 + chunk * 5) % 6; }
__device__ int nibble_of(int row, int chunk) {  // In both orders.
  const int nibbles[] = {0b0100, 0b1000, 0b1101, 0b0110, 0b1110, 0b0011};
  return nibbles[pair_of(row, chunk)];
}
__device__ int nibble_of_words(int row, int chunk) { return pair_of(row, chunk) % 2 ? 0b1110 : 0b0100; }
__device__ int column_of(int row, int i, int bits) {
  if (bits == 32) return i * 2 + pair_of(row, i) % 2;
  return i / 2 * 4 + (nibble_of(row, i / 2) >> i % 2 * 2 & 3);
}
__device__ int b_of(int k, int column) { return (k * 7 + column * 2) % 11 - 5; }

__device__ uint64_t descriptor(const void* at, int lead, int stride, int width) {
  const uint64_t layout = width == 8 ? 1 : width == 4 ? 2 : width == 2 ? 3 : 0;
  const uint64_t address = __cvta_generic_to_shared(at);
  return (address & 0x3ffff) >> 4 | static_cast<uint64_t>(lead >> 4) << 16 | static_cast<uint64_t>(stride >> 4) << 32 |
         layout << 62;
}
__device__ void begin() {
  __syncthreads();
  asm volatile("fence.proxy.async;\n wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void end() {
  asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
  __syncthreads();
}

// What this thread gives of metadata: of elements of 8 bits all threads, of others each second pair of a quad, the
// other one something without a meaning.
__device__ unsigned metadata(int bits, int selector) {
  const int lane = threadIdx.x % 32;
  const int row = threadIdx.x / 32 * 16 + lane / 4;
  if (bits >= 16 && lane % 4 / 2 != selector) return 0xffffffffu;
  unsigned all = 0;
  for (int i = 0; i < 8; ++i) {
    const int line = bits == 8 ? row + lane % 2 * 8 : row + i / 4 * 8;
    const int chunk = bits == 8 ? lane % 4 / 2 * 8 + i : lane % 2 * 4 + i % 4;
    all |= static_cast<unsigned>(bits == 32 ? nibble_of_words(line, chunk) : nibble_of(line, chunk)) << i * 4;
  }
  return all;
}

template <class T>
__device__ int wrong(const T* d, int n, int bits, int scale, int start) {
  int count = 0;
  for (int i = 0; i < n / 2; ++i) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
    const int column = i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
    int sum = 0;
    for (int p = 0; p < 256 / bits; ++p) sum += a_of(row, p) * b_of(column_of(row, p, bits), column);
    count += static_cast<float>(d[i]) != static_cast<float>(scale * sum + start);
  }
  return count;
}

__device__ unsigned as_half(int x) { return __half_as_ushort(__float2half(x)); }
__device__ unsigned as_brain(int x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
__device__ unsigned as_tf32(int x) { return __float_as_uint(x) | 0x1fff; }
__device__ unsigned as_e4m3(int x) { return __nv_fp8_e4m3(static_cast<float>(x)).__x; }
__device__ unsigned as_e5m2(int x) { return __nv_fp8_e5m2(static_cast<float>(x)).__x; }
__device__ unsigned as_byte(int x) { return x & 0xff; }

// Lines of 16 bytes' chunks, of which the swizzle permutes those of 8 lines; A's have 2, B's have 4. Without one the
// second chunk of all lines follows the first of all.
__device__ int along_k(int line, int byte, int lines, int width) {
  const int swizzle = line % 8 * width / 8 & (width - 1);
  if (width == 1) return byte / 16 * lines * 16 + line * 16 + byte % 16;
  return line * 16 * width + ((byte / 16) ^ swizzle) * 16 + byte % 16;
}

// Into memory in words of 4 bytes that hold 32 / bits elements, and into registers of A.
template <int bits>
__device__ void fill(unsigned char* at_a, unsigned char* at_b, unsigned* a, unsigned (*as_a)(int),
                     unsigned (*as_b)(int), int n, int width_a, int width_b) {
  constexpr int each = 32 / bits;
  for (int i = threadIdx.x; i < 64 * 8 + n * 16; i += 128) {
    const bool is_a = i < 64 * 8;
    const int line = is_a ? i / 8 : (i - 64 * 8) / 16;
    const int word = is_a ? i % 8 : i % 16;
    unsigned value = 0;
    for (int j = 0; j < each; ++j) {
      const int k = word * each + j;
      value |= (is_a ? as_a(a_of(line, k)) : as_b(b_of(k, line))) << j * bits % 32;
    }
    unsigned char* const to =
        is_a ? at_a + along_k(line, word * 4, 64, width_a) : at_b + along_k(line, word * 4, n, width_b);
    *reinterpret_cast<unsigned*>(to) = value;
  }
  for (int r = 0; r < 4; ++r) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + r % 2 * 8;
    a[r] = 0;
    for (int j = 0; j < each; ++j) {
      a[r] |= as_a(a_of(row, (r / 2 * 4 + threadIdx.x % 4) * each + j)) << j * bits % 32;
    }
  }
}

// Both from memory and with A in registers, with n = 8; A without a swizzle (width 1) and of 32 bytes, B without, of 64
// and of 128 bytes.
#define PRODUCT(name, mnemonic, bits, as_a, as_b, T, letter, selector, behind, behind_registers, scale, scale_registers) \
  template <int width_a, int width_b>                                                                                    \
  __device__ int name##_of(unsigned char* shared) {                                                                      \
    unsigned a[4];                                                                                                       \
    unsigned char* const at_b = shared + 4096;                                                                           \
    fill<bits>(shared, at_b, a, as_a, as_b, 8, width_a, width_b);                                                        \
    T d[4] = {3, 3, 3, 3}, e[4] = {3, 3, 3, 3};                                                                          \
    const uint64_t of_a = descriptor(shared, width_a == 1 ? 1024 : 16, 128 * width_a, width_a);                          \
    const uint64_t of_b = descriptor(at_b, width_b == 1 ? 128 : 16, 128 * width_b, width_b);                             \
    const unsigned meta = metadata(bits, selector);                                                                      \
    begin();                                                                                                             \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %7, 0;\n wgmma.mma_async.sp.sync.aligned." mnemonic                 \
                 " {%0, %1, %2, %3}, %4, %5, %6, " #selector ", p" behind ";\n}"                                         \
                 : "+" letter(d[0]), "+" letter(d[1]), "+" letter(d[2]), "+" letter(d[3])                                \
                 : "l"(of_a), "l"(of_b), "r"(meta), "r"(0));                                                             \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %10, 0;\n wgmma.mma_async.sp.sync.aligned." mnemonic                \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, %9, " #selector ", p" behind_registers ";\n}"                 \
                 : "+" letter(e[0]), "+" letter(e[1]), "+" letter(e[2]), "+" letter(e[3])                                \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(of_b), "r"(meta), "r"(1));                            \
    end();                                                                                                               \
    return wrong(d, 8, bits, scale, 0) + wrong(e, 8, bits, scale_registers, 3);                                          \
  }                                                                                                                      \
  __device__ int name(unsigned char* shared) {                                                                           \
    return name##_of<1, 1>(shared) + name##_of<2, 4>(shared) + name##_of<2, 8>(shared);                                  \
  }
PRODUCT(halves, "m64n8k32.f32.f16.f16", 16, as_half, as_half, float, "f", 0, ", 1, 1, 0, 0", ", -1, 1, 0", 1, -1)
PRODUCT(brains, "m64n8k32.f32.bf16.bf16", 16, as_brain, as_brain, float, "f", 1, ", -1, 1, 0, 0", ", 1, 1, 0", -1, 1)
PRODUCT(tf32, "m64n8k16.f32.tf32.tf32", 32, as_tf32, as_tf32, float, "f", 0, ", 1, 1", ", -1, 1", 1, -1)
PRODUCT(tf32_other, "m64n8k16.f32.tf32.tf32", 32, as_tf32, as_tf32, float, "f", 1, ", 1, -1", ", -1, -1", -1, 1)
PRODUCT(e4m3, "m64n8k64.f32.e4m3.e4m3", 8, as_e4m3, as_e4m3, float, "f", 0, ", 1, 1", ", -1, -1", 1, 1)
PRODUCT(e5m2, "m64n8k64.f32.e5m2.e5m2", 8, as_e5m2, as_e5m2, float, "f", 0, ", 1, 1", ", -1, -1", 1, 1)
PRODUCT(e4m3_e5m2, "m64n8k64.f32.e4m3.e5m2", 8, as_e4m3, as_e5m2, float, "f", 0, ", 1, 1", ", -1, -1", 1, 1)
PRODUCT(e5m2_e4m3, "m64n8k64.f32.e5m2.e4m3", 8, as_e5m2, as_e4m3, float, "f", 0, ", 1, 1", ", -1, -1", 1, 1)
PRODUCT(bytes, "m64n8k64.s32.s8.s8", 8, as_byte, as_byte, int, "r", 0, "", "", 1, 1)
PRODUCT(clamped, "m64n8k64.s32.s8.s8.satfinite", 8, as_byte, as_byte, int, "r", 0, "", "", 1, 1)

// Sums in halves; B across k, n = 16: 8 columns' chunks of 8 k each.
__device__ int across(unsigned char* shared) {
  unsigned char* const at_b = shared + 4096;
  unsigned a[4];
  fill<16>(shared, at_b, a, as_half, as_half, 8, 1, 1);
  __syncthreads();
  // A, too: elements i of 8 rows each are a line.
  for (int i = threadIdx.x; i < 64 * 16; i += 128) {
    const int row = i / 16;
    const int p = i % 16;
    *reinterpret_cast<__half*>(shared + p / 8 * 1024 + row / 8 * 128 + p % 8 * 16 + row % 8 * 2) =
        __float2half(a_of(row, p));
  }
  for (int i = threadIdx.x; i < 16 * 32; i += 128) {
    const int column = i / 32;
    const int k = i % 32;
    *reinterpret_cast<__half*>(at_b + k / 8 * 256 + column / 8 * 128 + k % 8 * 16 + column % 8 * 2) =
        __float2half(b_of(k, column));
  }
  unsigned d[4] = {};
  const unsigned meta = metadata(16, 1);
  const uint64_t of_a = descriptor(shared, 1024, 128, 1), of_b = descriptor(at_b, 256, 128, 1);
  begin();
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k32.f16.f16.f16 {%0, %1, %2, %3}, %4, %5, %6, 1, 1, 1, 1, 1, 1;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "l"(of_a), "l"(of_b), "r"(meta));
  end();
  float all[8];
  for (int i = 0; i < 8; ++i) {
    all[i] = __half2float(__ushort_as_half(static_cast<unsigned short>(d[i / 2] >> i % 2 * 16)));
  }
  return wrong(all, 16, 16, 1, 0);
}

// Unsigned with signed bytes, at the greatest integer; sums of 8-bit numbers in halves.
__device__ int mixed_bytes(unsigned char* shared) {
  unsigned a[4];
  fill<8>(
      shared, shared + 4096, a, [](int) { return 255U; }, [](int) { return 127U; }, 8, 1, 1);
  int d[4] = {0x7fffff00, 0x7fffff00, 0x7fffff00, 0x7fffff00}, e[4] = {}, f[4] = {};
  const uint64_t of_a = descriptor(shared, 1024, 128, 1), of_b = descriptor(shared + 4096, 128, 128, 1);
  const unsigned meta = metadata(8, 0);
  begin();
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.s8.satfinite {%0, %1, %2, %3}, %4, %5, %6, 0, 1;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "l"(of_a), "l"(of_b), "r"(meta));
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.u8 {%0, %1, %2, %3}, %4, %5, %6, 0, 1;"
               : "+r"(e[0]), "+r"(e[1]), "+r"(e[2]), "+r"(e[3])
               : "l"(of_a), "l"(of_b), "r"(meta));
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.u8 {%0, %1, %2, %3}, %4, %5, %6, 0, 1;"
               : "+r"(f[0]), "+r"(f[1]), "+r"(f[2]), "+r"(f[3])
               : "l"(of_a), "l"(of_b), "r"(meta));
  end();
  return d[0] != 0x7fffffff || d[3] != 0x7fffffff || e[1] != 32 * 255 * 127 || f[2] != 32 * -127;
}
__device__ int bytes_in_halves(unsigned char* shared) {
  unsigned a[4];
  fill<8>(
      shared, shared + 4096, a, [](int x) { return as_e5m2(x < 0 ? -4 : 4); },
      [](int x) { return as_e4m3(x < 0 ? 2 : 1); }, 8, 1, 1);
  unsigned d[2] = {0x3c003c00, 0x3c003c00};  // 1
  const uint64_t of_a = descriptor(shared, 1024, 128, 1), of_b = descriptor(shared + 4096, 128, 128, 1);
  const unsigned meta = metadata(8, 0);
  begin();
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e5m2.e4m3 {%0, %1}, %2, %3, %4, 0, 1, 1, 1;"
               : "+r"(d[0]), "+r"(d[1])
               : "l"(of_a), "l"(of_b), "r"(meta));
  end();
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 * 8;
    int sum = 1;
    for (int p = 0; p < 32; ++p) {
      sum += (a_of(row, p) < 0 ? -4 : 4) * (b_of(column_of(row, p, 8), threadIdx.x % 4 * 2 + i % 2) < 0 ? 2 : 1);
    }
    count += __half2float(__ushort_as_half(static_cast<unsigned short>(d[i / 2] >> i % 2 * 16))) != sum;
  }
  return count;
}

// The first two of each four columns, and infinity in B's other rows.
__device__ int infinities(unsigned char* shared) {
  unsigned char* const at_b = shared + 4096;
  for (int i = threadIdx.x; i < 64 * 16; i += 128) reinterpret_cast<__half*>(shared)[i] = __float2half(1);
  for (int i = threadIdx.x; i < 8 * 32; i += 128) {
    *reinterpret_cast<unsigned short*>(at_b + along_k(i / 32, i % 32 * 2, 8, 1)) = i % 4 < 2 ? 0x4000 : 0x7c00;
  }
  float d[4] = {};
  const uint64_t of_a = descriptor(shared, 1024, 128, 1), of_b = descriptor(at_b, 128, 128, 1);
  begin();
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, %6, 0, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(of_a), "l"(of_b), "r"(0x44444444));
  end();
  return d[0] != 32 || d[1] != 32 || d[2] != 32 || d[3] != 32;
}

__global__ void k(int* errors) {
  __shared__ alignas(1024) unsigned char shared[8192];
  const int found[] = {halves(shared),      brains(shared),    tf32(shared),   tf32_other(shared), e4m3(shared),
                       e5m2(shared),        e4m3_e5m2(shared), e5m2_e4m3(shared), bytes(shared),   clamped(shared),
                       across(shared),      mixed_bytes(shared), bytes_in_halves(shared), infinities(shared)};
  for (int i = 0; i < static_cast<int>(sizeof(found) / sizeof(int)); ++i) {
    if (found[i] != 0) atomicAdd(&errors[i], found[i]);
  }
}

int main() {
  int* errors;
  cudaMallocManaged(&errors, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i) errors[i] = 0;
  k<<<1, 128>>>(errors);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  bool right = error == cudaSuccess;
  for (int i = 0; i < 16; ++i) {
    if (errors[i] != 0) printf("%d: %d wrong\n", i, errors[i]), right = false;
  }
  printf(right ? "all right\n" : "wrong\n");
}
