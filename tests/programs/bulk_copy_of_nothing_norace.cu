// A bulk copy of no bytes is none, wherever its addresses point to, and brings nothing to its barrier.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
// STDOUT: ^cudaSuccess 1$
#include <cstdint>
#include <cstdio>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void copy(const char* to, const char* from, unsigned bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   window(to)),
               "l"(from), "r"(bytes), "r"(window(barrier))
               : "memory");
}

__global__ void k(const char* from, char* to) {
  __shared__ alignas(128) char stage[32];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(window(&barrier)) : "memory");
    copy(stage + 7, from + 16, 0, &barrier);
    copy(stage + 32, from + 5, 0, &barrier);
    copy(stage, from, 16, &barrier);
  }
  __syncthreads();
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  if (threadIdx.x < 16) to[threadIdx.x] = stage[threadIdx.x];
}

int main() {
  char *from, *to, first;
  cudaMalloc(&from, 32);
  cudaMalloc(&to, 16);
  cudaMemset(from, 1, 32);
  k<<<1, 32>>>(from, to);
  std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(&first, to, 1, cudaMemcpyDeviceToHost);
  std::printf("%d\n", first);
}
