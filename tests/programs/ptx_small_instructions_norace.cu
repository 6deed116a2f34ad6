// Inline PTX: lop3 with a predicate, redux of floats, atomic operations on vectors, the pending count and the drops of
// barrier objects, zeros in bulk, and a launch that asks for more work and gets none. With what the ISA says.
// COMPILE: -arch=sm_100a
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cmath>
#include <cstdint>
#include <cstdio>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ void expect(int* wrong, bool holds) {
  if (!holds) atomicAdd(wrong, 1);
}

__global__ void bits(int* wrong) {
  unsigned d;
  int p;
  const unsigned a = 0xf0f0, b = 0xff00, c = 0xaaaa;
  asm("{ .reg .pred p, q;\n setp.ne.u32 q, %5, 0;\n lop3.or.b32 %0|p, %2, %3, %4, 0x80, q;\n selp.s32 %1, 1, 0, p; }"
      : "=r"(d), "=r"(p)
      : "r"(a), "r"(b), "r"(c), "r"(0));
  expect(wrong, d == (a & b & c) && p == 1);
  asm("{ .reg .pred p, q;\n setp.ne.u32 q, %5, 0;\n lop3.or.b32 %0|p, %2, %3, %4, 0x80, q;\n selp.s32 %1, 1, 0, p; }"
      : "=r"(d), "=r"(p)
      : "r"(0), "r"(b), "r"(c), "r"(0));
  expect(wrong, d == 0 && p == 0);
  asm("{ .reg .pred p, q;\n setp.ne.u32 q, %4, 0;\n lop3.or.b32 _|p, %1, %2, %3, 0x80, q;\n selp.s32 %0, 1, 0, p; }"
      : "=r"(p)
      : "r"(0), "r"(b), "r"(c), "r"(1));
  expect(wrong, p == 1);
  asm("{ .reg .pred p, q;\n setp.ne.u32 q, %5, 0;\n lop3.and.b32 %0|p, %2, %3, %4, 0x96, q;\n selp.s32 %1, 1, 0, p; }"
      : "=r"(d), "=r"(p)
      : "r"(a), "r"(b), "r"(c), "r"(1));
  expect(wrong, d == (a ^ b ^ c) && p == 1);
  asm("{ .reg .pred p, q;\n setp.ne.u32 q, %5, 0;\n lop3.and.b32 %0|p, %2, %3, %4, 0x96, !q;\n selp.s32 %1, 1, 0, p; }"
      : "=r"(d), "=r"(p)
      : "r"(a), "r"(b), "r"(c), "r"(1));
  expect(wrong, p == 0);
}

__global__ void floats(int* wrong) {
  const unsigned lane = threadIdx.x;
  const float value = lane == 5 ? NAN : (lane % 2 != 0 ? -1.0F : 1.0F) * static_cast<float>(lane);
  float least, greatest, farthest, unordered;
  asm volatile("redux.sync.min.f32 %0, %1, 0xffffffff;" : "=f"(least) : "f"(value));
  asm volatile("redux.sync.max.f32 %0, %1, 0xffffffff;" : "=f"(greatest) : "f"(value));
  asm volatile("redux.sync.max.abs.f32 %0, %1, 0xffffffff;" : "=f"(farthest) : "f"(value));
  asm volatile("redux.sync.min.abs.NaN.f32 %0, %1, 0xffffffff;" : "=f"(unordered) : "f"(value));
  expect(wrong, least == -31 && greatest == 30 && farthest == 31);
  expect(wrong, __float_as_uint(unordered) == 0x7fffffffU);
  if (lane < 4) {  // Of some lanes, without the NaN; -0 is less than 0.
    asm volatile("redux.sync.min.NaN.f32 %0, %1, 0xf;" : "=f"(least) : "f"(lane == 2 ? -0.0F : 0.0F));
    expect(wrong, __float_as_uint(least) == 0x80000000U);
  }
}

__global__ void vectors(float* sums, unsigned* halves, int* wrong) {
  asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(sums), "f"(1.0F), "f"(2.0F), "f"(3.0F),
               "f"(static_cast<float>(threadIdx.x))
               : "memory");
  asm volatile("red.global.v2.f32.add [%0], {%1, %2};" ::"l"(sums + 2), "f"(1.0F), "f"(0.5F) : "memory");
  asm volatile("red.global.add.noftz.v2.f16x2 [%0], {%1, %2};" ::"l"(halves), "r"(0x3c003c00U), "r"(0x40003c00U) : "memory");
  float old, other;
  asm volatile("atom.global.v2.f32.add {%0, %1}, [%2], {%3, %4};"
               : "=f"(old), "=f"(other)
               : "l"(sums + 4), "f"(1.0F), "f"(-1.0F)
               : "memory");
  expect(wrong, old == -other && old >= 0 && old < 64);
}

__global__ void barriers(int* wrong) {
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 5;" ::"r"(window(&barrier)) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    uint64_t state;
    unsigned pending;
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(window(&barrier)) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    expect(wrong, pending == 5);
    asm volatile("mbarrier.arrive_drop.noComplete.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(window(&barrier)) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    expect(wrong, pending == 3);
    asm volatile("mbarrier.arrive_drop.expect_tx.shared::cta.b64 %0, [%1], 8;" : "=l"(state) : "r"(window(&barrier)) : "memory");
    int done;
    asm volatile("{ .reg .pred p;\n mbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n selp.s32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(window(&barrier)), "l"(state)
                 : "memory");
    expect(wrong, done == 0);  // Bytes are missing.
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 8;" ::"r"(window(&barrier)) : "memory");
    asm volatile("{ .reg .pred p;\n mbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n selp.s32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(window(&barrier)), "l"(state)
                 : "memory");
    expect(wrong, done == 1);
    // Two arrivals are left of the phases that follow.
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(window(&barrier)) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    expect(wrong, pending == 2);
  }
}

__global__ void zeros(int* wrong) {
  __shared__ alignas(16) unsigned words[64];
  words[threadIdx.x] = words[threadIdx.x + 32] = 7;
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" ::"r"(window(words + 2)), "l"(40 * 4LL) : "memory");
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 64; i += 32) expect(wrong, words[i] == (i >= 2 && i < 42 ? 0U : 7U));
}

/// As a persistent kernel asks for the next block; none is given, so all of the grid run.
__global__ void more(int* blocks) {
  __shared__ alignas(16) uint4 answer;
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    atomicAdd(blocks, 1);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(window(&barrier)) : "memory");
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(
                     window(&answer)),
                 "r"(window(&barrier))
                 : "memory");
    asm volatile(
        "{\n .reg .pred done;\n"
        "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
        " @!done bra again;\n}" ::"r"(window(&barrier))
        : "memory");
    int given;
    unsigned x = 0, y = 0, z = 0;
    asm volatile(
        "{ .reg .pred p;\n .reg .b128 answer;\n"
        " ld.shared.b128 answer, [%4];\n"
        " clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, answer;\n"
        " selp.u32 %3, 1, 0, p;\n"
        " @p clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%0, %1, %2, _}, answer;\n"
        " @p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %0, answer;\n}"
        : "+r"(x), "+r"(y), "+r"(z), "=r"(given)
        : "r"(window(&answer))
        : "memory");
    if (given != 0) atomicAdd(blocks, 100 + x + y + z);
  }
}

int main() {
  int *wrong, *blocks;
  float* sums;
  unsigned* halves;
  cudaMallocManaged(&wrong, sizeof(int));
  cudaMallocManaged(&blocks, sizeof(int));
  cudaMallocManaged(&sums, 8 * sizeof(float));
  cudaMallocManaged(&halves, 2 * sizeof(unsigned));
  *wrong = *blocks = 0;
  halves[0] = halves[1] = 0;
  for (int i = 0; i < 8; ++i) sums[i] = 0;
  bits<<<1, 1>>>(wrong);
  floats<<<1, 32>>>(wrong);
  vectors<<<2, 32>>>(sums, halves, wrong);
  barriers<<<1, 32>>>(wrong);
  zeros<<<1, 32>>>(wrong);
  more<<<5, 32>>>(blocks);
  *wrong += cudaDeviceSynchronize() != cudaSuccess;
  const float expected[] = {64, 128, 192 + 64, 2 * 496 + 32, 64, -64, 0, 0};
  for (int i = 0; i < 8; ++i) *wrong += sums[i] != expected[i];
  *wrong += halves[0] != 0x54005400U || halves[1] != 0x58005400U;  // 64, 64, 64, 128.
  *wrong += *blocks != 5;
  printf("%d wrong\n", *wrong);
}
