// Inline PTX: products of single bits, and those of the quads of a warp, against sums over elements.
// CLEAN
// STDOUT: ^all right$
#include <cuda_fp16.h>

#include <cstdio>

__device__ unsigned bits_of_a(int row, int word) { return 0x9e3779b9u * (row * 8 + word + 1); }
__device__ unsigned bits_of_b(int column, int word) { return 0x85ebca6bu * (column * 8 + word + 5); }

template <int words, bool is_xor, class T>
__device__ int wrong_bits(const T* d, int count) {
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const int row = threadIdx.x / 4 + i / 2 * 8;
    const int column = threadIdx.x % 4 * 2 + i % 2;
    int sum = row - column;
    for (int word = 0; word < words; ++word) {
      const unsigned a = bits_of_a(row, word), b = bits_of_b(column, word);
      sum += __popc(is_xor ? a ^ b : a & b);
    }
    wrong += d[i] != sum;
  }
  return wrong;
}
__device__ int start_of(int i) {
  return static_cast<int>(threadIdx.x / 4 + i / 2 * 8) - static_cast<int>(threadIdx.x % 4 * 2 + i % 2);
}

__device__ int bits_of_8_rows() {
  const int lane = threadIdx.x;
  int d[2] = {start_of(0), start_of(1)};
  asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+r"(d[0]), "+r"(d[1])
               : "r"(bits_of_a(lane / 4, lane % 4)), "r"(bits_of_b(lane / 4, lane % 4)));
  return wrong_bits<4, true>(d, 2);
}
__device__ int bits_of_16_rows() {
  const int lane = threadIdx.x;
  int d[4] = {start_of(0), start_of(1), start_of(2), start_of(3)};
  asm volatile(
      "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(bits_of_a(lane / 4, lane % 4)), "r"(bits_of_a(lane / 4 + 8, lane % 4)),
        "r"(bits_of_a(lane / 4, lane % 4 + 4)), "r"(bits_of_a(lane / 4 + 8, lane % 4 + 4)),
        "r"(bits_of_b(lane / 4, lane % 4)), "r"(bits_of_b(lane / 4, lane % 4 + 4)));
  return wrong_bits<8, false>(d, 4);
}

// Each of the four products has elements of its own.
__device__ int a_of(int product, int row, int k) { return (product + row * 5 + k * 3) % 13 - 6; }
__device__ int b_of(int product, int k, int column) { return (product + k * 7 + column * 2) % 11 - 5; }
__device__ int d_of(int product, int row, int column) {
  int sum = row - 3 * column;
  for (int k = 0; k < 4; ++k) sum += a_of(product, row, k) * b_of(product, k, column);
  return sum;
}
__device__ unsigned pair(int low, int high) {
  return __half_as_ushort(__float2half(low)) | static_cast<unsigned>(__half_as_ushort(__float2half(high))) << 16;
}

// Number of the product, and of the thread in its eight.
__device__ int product() { return threadIdx.x / 4 % 4; }
__device__ int thread() { return threadIdx.x % 4 + threadIdx.x / 16 * 4; }
template <bool across>
__device__ void factors(unsigned* a, unsigned* b) {
  const int p = product(), t = thread();
  for (int i = 0; i < 2; ++i) {
    if (across) {
      const int first = 2 * i + t / 4 * 4;
      a[i] = pair(a_of(p, first, t % 4), a_of(p, first + 1, t % 4));
      b[i] = pair(b_of(p, t % 4, first), b_of(p, t % 4, first + 1));
    } else {
      a[i] = pair(a_of(p, t, 2 * i), a_of(p, t, 2 * i + 1));
      b[i] = pair(b_of(p, 2 * i, t), b_of(p, 2 * i + 1, t));
    }
  }
}
__device__ int row_of(int i) { return (thread() & 1) + (i & 2) + (thread() & 4); }
__device__ int column_of(int i) { return (i & 4) + (thread() & 2) + (i & 1); }

#define QUADS(name, layouts, across)                                                                              \
  __device__ int name() {                                                                                         \
    unsigned a[2], b[2];                                                                                          \
    factors<across>(a, b);                                                                                        \
    float d[8];                                                                                                   \
    for (int i = 0; i < 8; ++i) d[i] = row_of(i) - 3 * column_of(i);                                              \
    asm volatile("mma.sync.aligned.m8n8k4." layouts                                                               \
                 ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, "                                  \
                 "{%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"                                                  \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));                                                   \
    int wrong = 0;                                                                                                \
    for (int i = 0; i < 8; ++i) wrong += d[i] != d_of(product(), row_of(i), column_of(i));                        \
    return wrong;                                                                                                 \
  }
QUADS(quads, "row.col", false)
QUADS(quads_across, "col.row", true)

__device__ int quads_of_halves() {
  unsigned a[2], b[2], d[4];
  factors<false>(a, b);
  const int row = thread();
  for (int i = 0; i < 4; ++i) d[i] = pair(row - 6 * i, row - 6 * i - 3);
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));
  int wrong = 0;
  for (int i = 0; i < 4; ++i) wrong += d[i] != pair(d_of(product(), row, 2 * i), d_of(product(), row, 2 * i + 1));
  return wrong;
}

__global__ void k(int* errors) {
  const int found[] = {bits_of_8_rows(), bits_of_16_rows(), quads(), quads_across(), quads_of_halves()};
  for (int i = 0; i < 5; ++i) {
    if (found[i] != 0) atomicAdd(&errors[i], found[i]);
  }
}

int main() {
  int* errors;
  cudaMallocManaged(&errors, 5 * sizeof(int));
  for (int i = 0; i < 5; ++i) errors[i] = 0;
  k<<<1, 32>>>(errors);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 5; ++i) {
    if (errors[i] != 0) printf("%d: %d wrong\n", i, errors[i]), right = false;
  }
  printf(right ? "all right\n" : "wrong\n");
}
