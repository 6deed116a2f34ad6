// Bulk copies that go beyond the array in shared memory that they are to fill: the kernel stops before them.
// FINDING: crash error none none read@copy occurrences=2 message="a thread ends the kernel by a bulk copy of [0-9]+ bytes whose target is not all in one __shared__ variable of the block"
#include <cstdint>
#include <cstdio>

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__global__ void k(const int* from, int bytes) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t barrier;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(window(&barrier)));
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(  // @copy
                   window(tile)),
               "l"(from), "r"(bytes), "r"(window(&barrier))
               : "memory");
}

int main() {
  int* from;
  cudaMalloc(&from, 16384);
  cudaMemset(from, 0, 16384);
  for (const int bytes : {256 + 16, -16}) {
    k<<<1, 1>>>(from, bytes);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
    cudaMalloc(&from, 16384);
  }
}
