// An atomic operation on memory of the host.
// FINDING: invalid-address error none none write@add message="host memory, which the device cannot reach"
#include <cstdlib>

__global__ void k(int* a) {
  atomicAdd(a, 1);  // @add
}

int main() {
  int* a = static_cast<int*>(calloc(64, sizeof(int)));
  k<<<1, 1>>>(a);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  free(a);
  return failed ? 0 : 1;
}
