// Sums, least and greatest of each half of a register; loads and stores of devices' memory that are strong; an arrival that does
// not end a phase.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^all right$
#include <cstdio>

#define HALVES(name)                                                                             \
  __device__ unsigned name##_u16x2(unsigned a, unsigned b) {                                     \
    unsigned result;                                                                             \
    asm(#name ".u16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));                             \
    return result;                                                                               \
  }                                                                                              \
  __device__ unsigned name##_s16x2(unsigned a, unsigned b) {                                     \
    unsigned result;                                                                             \
    asm(#name ".s16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));                             \
    return result;                                                                               \
  }
HALVES(add)
HALVES(min)
HALVES(max)

__global__ void halves(int* wrong) {
  *wrong += add_u16x2(0x0001ffffU, 0x00020001U) != 0x00030000U;  // Nothing is carried from one half to the other.
  *wrong += add_s16x2(0x7fff8000U, 0x00018000U) != 0x80000000U;
  *wrong += min_u16x2(0xffff0001U, 0x00010002U) != 0x00010001U;
  *wrong += max_u16x2(0xffff0001U, 0x00010002U) != 0xffff0002U;
  *wrong += min_s16x2(0xffff0001U, 0x00010002U) != 0xffff0001U;
  *wrong += max_s16x2(0xffff0001U, 0x00010002U) != 0x00010002U;
  int read;
  asm volatile("st.mmio.relaxed.sys.global.s32 [%0], %1;" ::"l"(wrong + 1), "r"(7) : "memory");
  asm volatile("ld.mmio.relaxed.sys.global.s32 %0, [%1];" : "=r"(read) : "l"(wrong + 1) : "memory");
  *wrong += read != 7;
}

__global__ void arrives(int* wrong) {
  __shared__ unsigned long long barrier;
  __shared__ int value;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 3;" ::"r"(at));
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned long long state;
    value = 5;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(state) : "r"(at) : "memory");
  }
  unsigned long long phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at) : "memory");
  __syncthreads();
  int done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(at), "l"(phase)
               : "memory");
  if (!done) *wrong = 100;
  if (threadIdx.x == 1) *wrong += value != 5;
}

int main() {
  int* wrong;
  cudaMalloc(&wrong, 2 * sizeof(int));
  cudaMemset(wrong, 0, 2 * sizeof(int));
  halves<<<1, 1>>>(wrong);
  arrives<<<1, 2>>>(wrong);
  int count;
  cudaMemcpy(&count, wrong, sizeof count, cudaMemcpyDeviceToHost);
  std::printf(count == 0 ? "all right\n" : "%d wrong\n", count);
  cudaFree(wrong);
}
