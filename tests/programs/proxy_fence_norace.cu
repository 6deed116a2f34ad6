// Between a write to shared memory and the bulk copy or wgmma that reads it there is a fence.proxy.async: of the thread
// that wrote, of the one that starts the copy, of one in between. What bulk copies wrote themselves needs none.
// COMPILE: -arch=sm_90a
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^cudaSuccess 4 4 2 4$
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

constexpr int kCount = 64;
constexpr int kBytes = kCount * sizeof(int);

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void copy_out(int* to, const int* tile) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)), "n"(kBytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void writers_fence(int* to) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = 4;
  proxy_fence();
  __syncthreads();
  if (threadIdx.x == 0) copy_out(to, tile);
}

__global__ void starter_fences(int* to) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = 4;
  __syncthreads();
  __syncthreads();
  if (threadIdx.x == 0) {
    proxy_fence();
    copy_out(to, tile);
  }
}

/// A warp writes, another one fences, the third copies.
__global__ void handed_on(int* to) {
  __shared__ alignas(128) int tile[kCount];
  __shared__ int flag[2];
  if (threadIdx.x < 2) flag[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = tile[threadIdx.x + 32] = 2;
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence_block();
      atomicExch(&flag[0], 1);
    }
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag[0], 0) == 0) {}
    __threadfence_block();
    proxy_fence();
    __threadfence_block();
    atomicExch(&flag[1], 1);
  } else if (threadIdx.x == 64) {
    while (atomicAdd(&flag[1], 0) == 0) {}
    __threadfence_block();
    copy_out(to, tile);
  }
}

/// In and out again, over what a thread had written.
__global__ void through(const int* from, int* to) {
  __shared__ alignas(128) int tile[kCount];
  __shared__ alignas(8) uint64_t barrier;
  tile[threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n fence.mbarrier_init.release.cluster;" ::"r"(window(&barrier))
                 : "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(&barrier)), "n"(kBytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(window(tile)),
        "l"(from), "n"(kBytes), "r"(window(&barrier))
        : "memory");
    asm volatile(
        "{\n .reg .pred done;\n"
        "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
        " @!done bra again;\n}" ::"r"(window(&barrier))
        : "memory");
    copy_out(to, tile);
  }
}

int main() {
  int* to;
  cudaMallocManaged(&to, 4 * kBytes);
  writers_fence<<<1, kCount>>>(to);
  starter_fences<<<1, kCount>>>(to + kCount);
  handed_on<<<1, 96>>>(to + 2 * kCount);
  through<<<1, kCount>>>(to, to + 3 * kCount);
  printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 4; ++i) printf(" %d", to[i * kCount + kCount - 1]);
  printf("\n");
}
