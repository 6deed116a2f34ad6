// Bulk copies that add, as many atomic operations: of several blocks to the same elements, and within a block to shared
// memory. Their source is written again when it was read.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// COMPILE: -arch=sm_90
// CLEAN
// STDOUT: ^all right$
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

constexpr int kCount = 64;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

#define REDUCE(name, operation)                                                                                \
  __device__ void name(void* to, const void* from, int bytes) {                                                \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." operation " [%0], [%1], %2;" ::"l"(to), \
                 "r"(window(from)), "r"(bytes)                                                                 \
                 : "memory");                                                                                  \
  }
REDUCE(add_floats, "add.f32")
REDUCE(add_halves, "add.noftz.f16")
REDUCE(add_long, "add.u64")
REDUCE(min_signed, "min.s32")
REDUCE(max_unsigned, "max.u32")
REDUCE(or_bits, "or.b32")

struct Results {
  float floats[kCount];
  __half halves[kCount];
  unsigned long long longs[kCount];
  int least[kCount];
  unsigned most[kCount], bits[kCount];
};

__global__ void k(Results* to) {
  __shared__ alignas(128) Results mine;
  const int i = threadIdx.x;
  const int block = blockIdx.x;
  for (int round = 0; round < 2; ++round) {
    mine.floats[i] = i + block;
    mine.halves[i] = __float2half(i + block);
    mine.longs[i] = i + (1ULL << 40) * block;
    mine.least[i] = i - 3 * block;
    mine.most[i] = i + 0xffff0000u * block;
    mine.bits[i] = 1u << (block + 4 * round);
    __syncthreads();
    if (i == 0) {
      asm volatile("fence.proxy.async;" ::: "memory");
      add_floats(to->floats, mine.floats, sizeof(mine.floats));
      add_halves(to->halves, mine.halves, sizeof(mine.halves));
      add_long(to->longs, mine.longs, sizeof(mine.longs));
      min_signed(to->least, mine.least, sizeof(mine.least));
      max_unsigned(to->most, mine.most, sizeof(mine.most));
      or_bits(to->bits, mine.bits, sizeof(mine.bits));
      asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}

__global__ void __cluster_dims__(1) in_shared(int* to) {
  __shared__ alignas(128) int target[kCount], source[kCount];
  __shared__ uint64_t barrier;
  target[threadIdx.x] = 5;
  source[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.async;\n mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)),
                 "n"(4 * kCount)
                 : "memory");
    unsigned there, barrier_there;
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(there) : "r"(window(target)));
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(barrier_there) : "r"(window(&barrier)));
    asm volatile(
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], %2, [%3];" ::
            "r"(there),
        "r"(window(source)), "n"(4 * kCount), "r"(barrier_there)
        : "memory");
  }
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  to[threadIdx.x] = target[threadIdx.x];
}

int main() {
  Results* to;
  int* sums;
  cudaMallocManaged(&to, sizeof(Results));
  cudaMallocManaged(&sums, kCount * sizeof(int));
  memset(static_cast<void*>(to), 0, sizeof(Results));
  k<<<4, kCount>>>(to);
  in_shared<<<1, kCount>>>(sums);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < kCount; ++i) {
    right = right && to->floats[i] == 8 * i + 12 && __half2float(to->halves[i]) == 8 * i + 12;
    right = right && to->longs[i] == 8 * i + (12ULL << 40) && to->least[i] == (i < 9 ? i - 9 : 0);
    right = right && to->most[i] == i + 0xffff0000u && to->bits[i] == 0xff && sums[i] == i + 5;
  }
  printf(right ? "all right\n" : "wrong\n");
}
