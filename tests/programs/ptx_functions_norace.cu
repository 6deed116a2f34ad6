// cuda::ptx: two stages that one thread fills by bulk copies while others add them up, bulk stores and reductions.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^0 wrong$
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int kPart = 64, kParts = 6;

__global__ void add(const int* from, int* to, unsigned* total, double* halves) {
  __shared__ alignas(128) int stage[2][kPart];
  __shared__ alignas(128) int sums[kPart];
  __shared__ alignas(16) unsigned ones[4];
  __shared__ alignas(16) double half[2];
  __shared__ uint64_t full[2], empty[2];
  const unsigned thread = ptx::get_sreg_tid_x();
  if (thread == 0) {
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], kPart);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    for (unsigned& one : ones) one = 1;
    half[0] = half[1] = 0.5;
  }
  __syncthreads();
  if (thread >= kPart) {  // A warp of its own, of which one lane copies.
    if (ptx::elect_sync(0xffffffff)) {
      for (int part = 0; part < kParts; ++part) {
        const int s = part % 2;
        if (part >= 2) {
          while (!ptx::mbarrier_try_wait_parity(&empty[s], (part / 2 - 1) & 1)) {
          }
        }
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], sizeof(stage[s]));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[s], from + part * kPart, sizeof(stage[s]),
                           &full[s]);
      }
    }
  } else {
    int sum = 0;
    for (int part = 0; part < kParts; ++part) {
      const int s = part % 2;
      while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full[s], (part / 2) & 1)) {
      }
      sum += stage[s][thread];
      ptx::mbarrier_arrive(&empty[s]);
    }
    sums[thread] = sum;
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (thread == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, sums, sizeof(sums));
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, total, ones, sizeof(ones));
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, halves, half, sizeof(half));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
  ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
}

int main() {
  int *from, *to;
  unsigned* total;
  double* halves;
  cudaMallocManaged(&from, kParts * kPart * sizeof(int));
  cudaMallocManaged(&to, kPart * sizeof(int));
  cudaMallocManaged(&total, 4 * sizeof(unsigned));
  cudaMallocManaged(&halves, 2 * sizeof(double));
  for (int i = 0; i < kParts * kPart; ++i) from[i] = i;
  for (int i = 0; i < 4; ++i) total[i] = i;
  halves[0] = halves[1] = 1;
  add<<<1, kPart + 32>>>(from, to, total, halves);
  cudaDeviceSynchronize();
  int wrong = halves[0] != 1.5 || halves[1] != 1.5;
  for (int i = 0; i < kPart; ++i) wrong += to[i] != kParts * i + kPart * (kParts * (kParts - 1) / 2);
  for (int i = 0; i < 4; ++i) wrong += total[i] != i + 1u;
  printf("%d wrong\n", wrong);
}
