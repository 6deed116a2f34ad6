// ldmatrix of rows of 16 packed elements of 4 and 6 bits, each of which becomes a byte; what lies behind them in their 16
// bytes is not read.
// COMPILE: -arch=sm_120a
// CLEAN
// STDOUT: ^0 wrong$
#include <cstdint>
#include <cstdio>

#define LOAD(type)                                                                                         \
  asm volatile("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16." type " {%0, %1, %2, %3}, [%4];"             \
               : "=r"(to[lane * 4]), "=r"(to[lane * 4 + 1]), "=r"(to[lane * 4 + 2]), "=r"(to[lane * 4 + 3]) \
               : "r"(row))

/// `bytes`: 16 of each of 32 rows, of which the first `2 * bits` are written.
__global__ void k(int bits, const unsigned char* bytes, uint32_t* to) {
  __shared__ alignas(16) unsigned char rows[32 * 16];
  const int lane = threadIdx.x;
  for (int i = 0; i < 2 * bits; ++i) rows[lane * 16 + i] = bytes[lane * 16 + i];
  __syncwarp();
  const uint32_t row = static_cast<uint32_t>(__cvta_generic_to_shared(rows + lane * 16));
  if (bits == 6) LOAD("b6x16_p32");
  if (bits == 4) LOAD("b4x16_p64");
}

int main() {
  unsigned char* bytes;
  uint32_t* to;
  cudaMallocManaged(&bytes, 32 * 16);
  cudaMallocManaged(&to, 32 * 4 * sizeof *to);
  for (int i = 0; i < 32 * 16; ++i) bytes[i] = static_cast<unsigned char>(i * 167 + i / 7);
  int wrong = 0;
  for (const int bits : {4, 6}) {
    k<<<1, 32>>>(bits, bytes, to);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int row = 0; row < 32; ++row) {
      for (int i = 0; i < 16; ++i) {
        unsigned code = 0;
        for (int bit = 0; bit < bits; ++bit) {
          const int at = i * bits + bit;
          code |= (bytes[row * 16 + at / 8] >> at % 8 & 1U) << bit;
        }
        // Row r of matrix m is in register m of lanes 4 * r to 4 * r + 3.
        wrong += (to[(row % 8 * 4 + i / 4) * 4 + row / 8] >> i % 4 * 8 & 0xff) != code;
      }
    }
  }
  printf("%d wrong\n", wrong);
}
