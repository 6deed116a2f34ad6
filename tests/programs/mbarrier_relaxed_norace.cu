// Relaxed arrivals at a barrier object, and relaxed waits for it, with fences: what came before a releasing fence comes
// before what follows an acquiring one.
// CLEAN
// STDOUT: ^7 7 7 7$
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cuda/ptx>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void begin(uint64_t* barrier) {
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(barrier)) : "memory");
  __syncthreads();
}
__device__ void wait_relaxed(uint64_t* barrier) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(barrier))
      : "memory");
}
__device__ void wait_acquire(uint64_t* barrier) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(barrier))
      : "memory");
}

__global__ void fence_and_arrival(int* out) {
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;
    asm volatile("fence.acq_rel.cta;\n mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(window(&full)) : "memory");
  } else if (threadIdx.x == 0) {
    wait_acquire(&full);
    *out = box;
  }
}

__global__ void wait_and_fence(int* out) {
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(window(&full)) : "memory");
  } else if (threadIdx.x == 0) {
    wait_relaxed(&full);
    asm volatile("fence.acq_rel.cta;" ::: "memory");
    *out = box;
  }
}

__global__ void fences_at_both(int* out) {
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;
    __threadfence_block();
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(window(&full)) : "memory");
  } else if (threadIdx.x == 0) {
    wait_relaxed(&full);
    __threadfence_block();
    *out = box;
  }
}

__global__ void by_ptx(int* out) {
  namespace ptx = cuda::ptx;
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full);
  } else if (threadIdx.x == 0) {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full, 0)) continue;
    *out = box;
  }
}

int main() {
  int *out, host[4];
  cudaMalloc(&out, 4 * sizeof(int));
  fence_and_arrival<<<1, 64>>>(out);
  wait_and_fence<<<1, 64>>>(out + 1);
  fences_at_both<<<1, 64>>>(out + 2);
  by_ptx<<<1, 64>>>(out + 3);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
}
