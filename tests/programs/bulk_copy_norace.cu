// Each bulk copy is waited for at the barrier that it brings its bytes to.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// CLEAN
#include <cstdint>
#include <cstdio>

constexpr int kCount = 64;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void copy(int* to, const int* from, uint64_t* barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(window(barrier)), "n"(4 * kCount)
               : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   window(to)),
               "l"(from), "n"(4 * kCount), "r"(window(barrier))
               : "memory");
}

__device__ void wait(const uint64_t* barrier) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(barrier))
      : "memory");
}

__global__ void k(const int* from, int* to) {
  __shared__ alignas(128) int stage[2][kCount];
  __shared__ uint64_t barriers[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barriers[i])));
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    copy(stage[0], from, &barriers[0]);
    copy(stage[1], from + kCount, &barriers[1]);
  }
  wait(&barriers[0]);
  wait(&barriers[1]);
  to[threadIdx.x] = stage[0][threadIdx.x];
  to[threadIdx.x + kCount] = stage[1][threadIdx.x];
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 2 * kCount * sizeof(int));
  cudaMalloc(&to, 2 * kCount * sizeof(int));
  cudaMemset(from, 0, 2 * kCount * sizeof(int));
  k<<<1, kCount>>>(from, to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
