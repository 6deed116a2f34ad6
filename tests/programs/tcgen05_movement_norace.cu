// tcgen05.st and tcgen05.ld with all shapes: what 32x32b stores the others load from the places that the ISA says, also
// two halves in a register.
// COMPILE: -arch=sm_100a
// CLEAN
// STDOUT: ^cudaSuccess 0 wrong$
#include <cstdint>
#include <cstdio>

constexpr int kColumns = 64;

__device__ int wrong = 0;

__device__ void compare(uint32_t value, uint32_t expected) {
  if (value != expected) atomicAdd(&wrong, 1);
}
/// What is stored in lane and column.
__device__ uint32_t content(uint32_t lane, uint32_t column) { return lane << 16 | column * 3; }
__device__ uint32_t packed(uint32_t lane, uint32_t column) {
  return (content(lane, column) & 0xffff) | content(lane, column + 1) << 16;
}

#define LOAD1(what, to, at) asm volatile("tcgen05.ld.sync.aligned." what ".b32{%0},[%1];" : "=r"(to[0]) : "r"(at))
#define LOAD2(what, to, at) \
  asm volatile("tcgen05.ld.sync.aligned." what ".b32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[1]) : "r"(at))
#define LOAD4(what, to, at)                                               \
  asm volatile("tcgen05.ld.sync.aligned." what ".b32 {%0, %1, %2, %3}, [%4];" \
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])       \
               : "r"(at))
#define AWAIT asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory")

__global__ void k() {
  __shared__ uint32_t base;
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(
                     static_cast<uint32_t>(__cvta_generic_to_shared(&base)))
                 : "memory");
  }
  __syncthreads();
  const uint32_t lane = threadIdx.x % 32, quarter = threadIdx.x / 32 * 32;
  const uint32_t at = base + (quarter << 16);
  for (uint32_t i = 0; i < kColumns; i += 2) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x2.b32 [%0 + 0], {%1, %2};" ::"r"(at + i),
                 "r"(content(quarter + lane, i)), "r"(content(quarter + lane, i + 1)));
  }
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  uint32_t to[4];
  LOAD4("32x32b.x4", to, at + 8);
  AWAIT;
  for (int i = 0; i < 4; ++i) compare(to[i], content(quarter + lane, 8 + i));
  LOAD2("32x32b.x2.pack::16b", to, at + 4);
  AWAIT;
  for (int i = 0; i < 2; ++i) compare(to[i], packed(quarter + lane, 4 + 2 * i));
  for (uint32_t half = 0; half < 32; half += 16) {
    const uint32_t first = quarter + half;
    LOAD2("16x64b.x2", to, at + (half << 16) + 6);
    AWAIT;
    for (int i = 0; i < 2; ++i) compare(to[i], content(first + lane / 4 + lane % 2 * 8, 6 + lane / 2 % 2 + 2 * i));
    LOAD4("16x128b.x2", to, at + (half << 16) + 16);
    AWAIT;
    for (int i = 0; i < 4; ++i) compare(to[i], content(first + lane / 4 + i % 2 * 8, 16 + lane % 4 + i / 2 * 4));
    LOAD4("16x256b.x1", to, at + (half << 16) + 24);
    AWAIT;
    for (int i = 0; i < 4; ++i) compare(to[i], content(first + lane / 4 + i / 2 * 8, 24 + lane % 4 * 2 + i % 2));
    LOAD4("16x256b.x1.pack::16b", to, at + (half << 16) + 32);
    AWAIT;
    for (int i = 0; i < 4; ++i) compare(to[i], packed(first + lane / 4 + i / 2 * 8, 32 + lane % 4 * 4 + i % 2 * 2));
    asm volatile("tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {%0, %1}, [%2], 20;"
                 : "=r"(to[0]), "=r"(to[1])
                 : "r"(at + (half << 16)));
    AWAIT;
    for (int i = 0; i < 2; ++i) compare(to[i], content(first + lane % 16, lane / 16 * 20 + i));
  }
  // And the other way round.
  asm volatile("tcgen05.st.sync.aligned.16x256b.x1.b32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(lane), "r"(lane + 32),
               "r"(lane + 64), "r"(lane + 96));
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.unpack::16b.b32 [%0], {%1};" ::"r"(at + 40), "r"(lane << 16 | 7));
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  LOAD4("32x32b.x4", to, at);
  AWAIT;
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t by = lane % 8 * 4 + i / 2;
    compare(to[i], lane < 16 ? by + i % 2 * 32 + lane / 8 * 64 : content(quarter + lane, i));
  }
  LOAD2("32x32b.x2", to, at + 40);
  AWAIT;
  compare(to[0], 7);
  compare(to[1], lane);
  __syncthreads();
  if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(base));
}

int main() {
  k<<<1, 128>>>();
  const char* const name = cudaGetErrorName(cudaDeviceSynchronize());
  int found = -1;
  cudaMemcpyFromSymbol(&found, wrong, sizeof found);
  printf("%s %d wrong\n", name, found);
}
