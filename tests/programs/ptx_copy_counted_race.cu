// Copies whose end is an arrival (noinc): who waits for the phase may read them, but not what a thread wrote between its
// copy and the instruction: that is not what arrives.
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
// FINDING: race error shared intra-warp write@late read@read object=late
#include <cstdint>
#include <cstdio>

constexpr int kCount = 32;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void k(const int* from, int* to) {
  __shared__ alignas(16) int tile[kCount];
  __shared__ int late[kCount];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(window(&barrier)), "n"(kCount));
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(window(&tile[threadIdx.x])), "l"(from + threadIdx.x));
  late[threadIdx.x] = 1;  // @late
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(window(&barrier)) : "memory");
  asm volatile(
      "{\n .reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      " @!done bra again;\n}" ::"r"(window(&barrier))
      : "memory");
  const int other = (threadIdx.x + 1) % kCount;
  to[threadIdx.x] = tile[other] + late[other];  // @read
}

int main() {
  int *from, *to;
  cudaMalloc(&from, kCount * sizeof(int));
  cudaMalloc(&to, kCount * sizeof(int));
  cudaMemset(from, 0, kCount * sizeof(int));
  k<<<1, kCount>>>(from, to);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
