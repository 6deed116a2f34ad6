// Products of warpgroups: every swizzle, each factor along k or across it, from registers, all types; against sums over
// the matrices' elements.
// COMPILE: -arch=sm_90a
// CLEAN
// STDOUT: ^all right$
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstdio>

__device__ int a_of(int row, int k) { return (row * 5 + k * 3) % 13 - 6; }
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

// Lines are rows of A, or columns of B, with `width` chunks of 16 bytes each, of which the swizzle permutes those of 8
// lines. Without one the second chunk of all lines follows the first of all.
__device__ int along_k(int line, int byte, int lines, int width) {
  const int swizzle = line % 8 * width / 8 & (width - 1);
  if (width == 1) return byte / 16 * lines * 16 + line * 16 + byte % 16;
  return line * 16 * width + ((byte / 16) ^ swizzle) * 16 + byte % 16;
}
// Lines have one k; `width` chunks of 8 rows or columns; first those of 8 lines, then all others with these k.
__device__ int across_k(int line, int k, int lines, int width) {
  const int atom = 128 * width;
  const int swizzle = k % 8 * width / 8 & (width - 1);
  return k / 8 * (lines / 8 * 128) + line / (8 * width) * atom + k % 8 * 16 * width +
         ((line / 8 % width) ^ swizzle) * 16 + line % 8 * 2;
}

#define EIGHT(x, i) x(d[i]), x(d[i + 1]), x(d[i + 2]), x(d[i + 3]), x(d[i + 4]), x(d[i + 5]), x(d[i + 6]), x(d[i + 7])
#define FLOAT(x) "+f"(x)
#define NAMES_32                                                                                                    \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, " \
  "%24, %25, %26, %27, %28, %29, %30, %31}"

template <class T>
__device__ int wrong(const T* d, int n, int k, int scale = 1, int start = 0) {
  int count = 0;
  for (int i = 0; i < n / 2; ++i) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
    const int column = i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
    int sum = 0;
    for (int p = 0; p < k; ++p) sum += a_of(row, p) * b_of(p, column);
    count += static_cast<float>(d[i]) != static_cast<float>(scale * sum + start);
  }
  return count;
}

template <int width, int across_a, int across_b>
__device__ int halves(unsigned char* shared) {
  constexpr int n = 64;
  constexpr int k = width == 1 ? 16 : width * 8;
  unsigned char* const a = shared;
  unsigned char* const b = shared + 8192;
  for (int i = threadIdx.x; i < 64 * k; i += 128) {
    const int line = i / k;
    const int p = i % k;
    const int at_a = across_a ? across_k(line, p, 64, width) : along_k(line, p * 2, 64, width);
    const int at_b = across_b ? across_k(line, p, n, width) : along_k(line, p * 2, n, width);
    *reinterpret_cast<__half*>(a + at_a) = __float2half(a_of(line, p));
    *reinterpret_cast<__half*>(b + at_b) = __float2half(b_of(p, line));
  }
  float d[32];
  for (float& x : d) x = 1000;
  begin();
  for (int p = 0; p < k; p += 16) {
    // From 8 lines to the next, from 8 k to the next, from chunk to chunk of the same lines.
    const int group = 128 * width;
    const uint64_t of_a = across_a
                              ? descriptor(a + p / 8 * 1024, width == 1 ? 1024 : group, width == 1 ? 128 : 1024, width)
                              : descriptor(a + p * 2, width == 1 ? 1024 : 16, group, width);
    const uint64_t of_b = across_b
                              ? descriptor(b + p / 8 * 1024, width == 1 ? 1024 : group, width == 1 ? 128 : 1024, width)
                              : descriptor(b + p * 2, width == 1 ? 1024 : 16, group, width);
    asm volatile(
        "{\n .reg .pred p;\n setp.ne.b32 p, %34, 0;\n wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " NAMES_32
        ", %32, %33, p, 1, 1, %35, %36;\n}"
        : EIGHT(FLOAT, 0), EIGHT(FLOAT, 8), EIGHT(FLOAT, 16), EIGHT(FLOAT, 24)
        : "l"(of_a), "l"(of_b), "r"(p), "n"(across_a), "n"(across_b));
  }
  end();
  return wrong(d, n, k);
}
template <int width>
__device__ int all_halves(unsigned char* shared) {
  return halves<width, 0, 0>(shared) + halves<width, 0, 1>(shared) + halves<width, 1, 0>(shared) +
         halves<width, 1, 1>(shared);
}

__device__ unsigned as_half(int x) { return __half_as_ushort(__float2half(x)); }
__device__ unsigned as_brain(int x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
__device__ unsigned as_tf32(int x) { return __float_as_uint(x) | 0x1fff; }
__device__ unsigned as_e4m3(int x) { return __nv_fp8_e4m3(static_cast<float>(x)).__x; }
__device__ unsigned as_e5m2(int x) { return __nv_fp8_e5m2(static_cast<float>(x / 4 * 4)).__x; }
__device__ unsigned as_byte(int x) { return x & 0xff; }

// Into memory in words of 4 bytes that hold 32 / bits elements, and into registers of A.
template <int bits>
__device__ void fill(unsigned char* shared, unsigned* a, unsigned (*as_a)(int), unsigned (*as_b)(int), int n) {
  constexpr int each = 32 / bits;
  for (int i = threadIdx.x; i < (64 + n) * 8; i += 128) {
    const int line = i / 8;
    const int word = i % 8;
    unsigned value = 0;
    for (int j = 0; j < each; ++j) {
      const int k = word * each + j;
      value |= (line < 64 ? as_a(a_of(line, k)) : as_b(b_of(k, line - 64))) << j * bits % 32;
    }
    const int at = line < 64 ? along_k(line, word * 4, 64, 2) : 2048 + along_k(line - 64, word * 4, n, 2);
    *reinterpret_cast<unsigned*>(shared + at) = value;
  }
  for (int r = 0; r < 4; ++r) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + r % 2 * 8;
    a[r] = 0;
    for (int j = 0; j < each; ++j) {
      a[r] |= as_a(a_of(row, (r / 2 * 4 + threadIdx.x % 4) * each + j)) << j * bits % 32;
    }
  }
}

// Both from memory and with A in registers, with n = 8. `start` and `scale`: of the second one.
#define PRODUCT(name, mnemonic, bits, as_a, as_b, T, letter, behind, behind_registers, scale)           \
  __device__ int name(unsigned char* shared) {                                                          \
    unsigned a[4];                                                                                      \
    fill<bits>(shared, a, as_a, as_b, 8);                                                               \
    T d[4] = {3, 3, 3, 3}, e[4] = {3, 3, 3, 3};                                                         \
    const uint64_t of_a = descriptor(shared, 16, 256, 2), of_b = descriptor(shared + 2048, 16, 256, 2); \
    begin();                                                                                            \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %6, 0;\n wgmma.mma_async.sync.aligned." mnemonic   \
                 " {%0, %1, %2, %3}, %4, %5, p" behind ";\n}"                                           \
                 : "+" letter(d[0]), "+" letter(d[1]), "+" letter(d[2]), "+" letter(d[3])               \
                 : "l"(of_a), "l"(of_b), "r"(0));                                                       \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %9, 0;\n wgmma.mma_async.sync.aligned." mnemonic   \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, p" behind_registers ";\n}"                   \
                 : "+" letter(e[0]), "+" letter(e[1]), "+" letter(e[2]), "+" letter(e[3])               \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(of_b), "r"(1));                      \
    end();                                                                                              \
    return wrong(d, 8, 256 / bits) + wrong(e, 8, 256 / bits, scale, 3);                                 \
  }
PRODUCT(floats_of_halves, "m64n8k16.f32.f16.f16", 16, as_half, as_half, float, "f", ", 1, 1, 0, 0", ", -1, 1, 0", -1)
PRODUCT(floats_of_brains, "m64n8k16.f32.bf16.bf16", 16, as_brain, as_brain, float, "f", ", -1, -1, 0, 0", ", 1, -1, 0",
        -1)
PRODUCT(floats_of_tf32, "m64n8k8.f32.tf32.tf32", 32, as_tf32, as_tf32, float, "f", ", 1, 1", ", -1, 1", -1)
PRODUCT(floats_of_e4m3, "m64n8k32.f32.e4m3.e4m3", 8, as_e4m3, as_e4m3, float, "f", ", 1, 1", ", -1, -1", 1)
PRODUCT(integers, "m64n8k32.s32.s8.s8", 8, as_byte, as_byte, int, "r", "", "", 1)
PRODUCT(clamped_integers, "m64n8k32.s32.s8.s8.satfinite", 8, as_byte, as_byte, int, "r", "", "", 1)

// Unsigned with signed, e5m2 with e4m3: of elements that are the same in both.
__device__ int clamped_at_int_max(unsigned char* shared) {
  unsigned a[4];
  fill<8>(
      shared, a, [](int) { return 255U; }, [](int) { return 127U; }, 8);
  int d[4] = {0x7fffff00, 0x7fffff00, 0x7fffff00, 0x7fffff00};
  const uint64_t of_a = descriptor(shared, 16, 256, 2), of_b = descriptor(shared + 2048, 16, 256, 2);
  begin();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8.satfinite {%0, %1, %2, %3}, %4, %5, 1;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "l"(of_a), "l"(of_b));
  end();
  return d[0] != 0x7fffffff || d[3] != 0x7fffffff;
}
__device__ int mixed_fp8_in_halves(unsigned char* shared) {
  unsigned a[4];
  fill<8>(
      shared, a, [](int x) { return as_e5m2(x < 0 ? -4 : 4); }, [](int x) { return as_e4m3(x < 0 ? 2 : 1); }, 8);
  unsigned d[2] = {0x3c003c00, 0x3c003c00};  // 1
  const uint64_t of_a = descriptor(shared, 16, 256, 2), of_b = descriptor(shared + 2048, 16, 256, 2);
  begin();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3 {%0, %1}, %2, %3, 1, 1, 1;"
               : "+r"(d[0]), "+r"(d[1])
               : "l"(of_a), "l"(of_b));
  end();
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    int sum = 1;
    for (int p = 0; p < 32; ++p) {
      sum += (a_of(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 * 8, p) < 0 ? -4 : 4) *
             (b_of(p, threadIdx.x % 4 * 2 + i % 2) < 0 ? 2 : 1);
    }
    count += __half2float(__ushort_as_half(static_cast<unsigned short>(d[i / 2] >> i % 2 * 16))) != sum;
  }
  return count;
}
__device__ int bits(unsigned char* shared) {
  for (int i = threadIdx.x; i < (64 + 8) * 8; i += 128) {
    const int line = i / 8;
    const int at = line < 64 ? along_k(line, i % 8 * 4, 64, 2) : 2048 + along_k(line - 64, i % 8 * 4, 8, 2);
    *reinterpret_cast<unsigned*>(shared + at) = line < 64 ? 0x12345678u * (i + 1) : 0x9abcdef1u * (i + 3);
  }
  int d[4] = {};
  const uint64_t of_a = descriptor(shared, 16, 256, 2), of_b = descriptor(shared + 2048, 16, 256, 2);
  begin();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%0, %1, %2, %3}, %4, %5, 1;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "l"(of_a), "l"(of_b));
  end();
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 * 8;
    const int column = threadIdx.x % 4 * 2 + i % 2;
    int sum = 0;
    for (int word = 0; word < 8; ++word) {
      sum += __popc(0x12345678u * (row * 8 + word + 1) & 0x9abcdef1u * ((64 + column) * 8 + word + 3));
    }
    count += d[i] != sum;
  }
  return count;
}

__global__ void k(int* errors) {
  __shared__ alignas(1024) unsigned char shared[16384];
  const int found[] = {all_halves<1>(shared),
                       all_halves<2>(shared),
                       all_halves<4>(shared),
                       all_halves<8>(shared),
                       floats_of_halves(shared),
                       floats_of_brains(shared),
                       floats_of_tf32(shared),
                       floats_of_e4m3(shared),
                       integers(shared),
                       clamped_integers(shared),
                       clamped_at_int_max(shared),
                       mixed_fp8_in_halves(shared),
                       bits(shared)};
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
