// A pool gives another device access to its memory.
// OPTIONS: --devices 2
// CLEAN
#include <cstdlib>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}

void check(bool right) {
  if (!right) std::abort();
}

int main() {
  int *data, *others;
  cudaMemPool_t pool, of_other;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceGetDefaultMemPool(&of_other, 1);
  check(pool != of_other);
  cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
  check(cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess);
  cudaMemAccessFlags flags;
  check(cudaMemPoolGetAccess(&flags, pool, &access.location) == cudaSuccess && flags == cudaMemAccessFlagsProtReadWrite);
  check(cudaMemPoolGetAccess(&flags, of_other, &access.location) == cudaSuccess);
  check(flags == cudaMemAccessFlagsProtReadWrite);
  access.location.id = 0;
  check(cudaMemPoolGetAccess(&flags, of_other, &access.location) == cudaSuccess && flags == cudaMemAccessFlagsProtNone);
  cudaMallocAsync(&data, 64 * sizeof(int), nullptr);
  check(cudaMallocFromPoolAsync(&others, 64, of_other, nullptr) == cudaSuccess);
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, others) == cudaSuccess && attributes.device == 1);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  fill<<<1, 64>>>(data);
  check(cudaDeviceSynchronize() == cudaSuccess);
}
