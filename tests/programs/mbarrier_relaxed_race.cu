// Relaxed arrivals at a barrier object, and relaxed waits for it, order nothing by themselves: inline PTX and cuda::ptx.
// FINDING: race error shared intra-block write@arrival_write read@arrival_read
// FINDING: race error shared intra-block write@wait_write read@wait_read
// FINDING: race error shared intra-block write@ptx_write read@ptx_read
// FINDING-COUNT: 3
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cuda/ptx>
#include <cuda_runtime.h>

#include <cstdint>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void begin(uint64_t* barrier) {
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(barrier)) : "memory");
  __syncthreads();
}

__global__ void arrival(int* out) {
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;  // @arrival_write
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(window(&full)) : "memory");
  } else if (threadIdx.x == 0) {
    asm volatile(
        "{\n .reg .pred done;\n"
        "again:\n mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [%0], 0;\n"
        " @!done bra again;\n}" ::"r"(window(&full))
        : "memory");
    *out = box;  // @arrival_read
  }
}

__global__ void wait(int* out) {
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;  // @wait_write
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(window(&full)) : "memory");
  } else if (threadIdx.x == 0) {
    asm volatile(
        "{\n .reg .pred done;\n"
        "again:\n mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 done, [%0], 0;\n"
        " @!done bra again;\n}" ::"r"(window(&full))
        : "memory");
    *out = box;  // @wait_read
  }
}

__global__ void by_ptx(int* out) {
  namespace ptx = cuda::ptx;
  __shared__ int box;
  __shared__ uint64_t full;
  begin(&full);
  if (threadIdx.x == 32) {
    box = 7;  // @ptx_write
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full);
  } else if (threadIdx.x == 0) {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_relaxed, ptx::scope_cta, &full, 0)) continue;
    *out = box;  // @ptx_read
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  arrival<<<1, 64>>>(out);
  wait<<<1, 64>>>(out);
  by_ptx<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
