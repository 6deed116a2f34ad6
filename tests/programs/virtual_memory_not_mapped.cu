// Addresses that are reserved have no memory until it is mapped there.
// INCLUDES: parts/virtual_memory.h
// FINDING: invalid-address error global none write@w kernel=grow message="a thread writes at an address that is reserved, at .*virtual_memory_not_mapped.cu:16, but has no memory mapped" hint="map memory there \(cuMemMap, cuMemSetAccess\).*"
// FINDING: api-error error none none *@c message="cudaMemcpy: its destination \(4 bytes\) is at an address that is reserved, at .*, but has no memory mapped"
// STDOUT: ^right$
// EXIT: 66
#include "parts/virtual_memory.h"

__global__ void grow(int* data, int n) {
  data[n] = 1;  // @w
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, 4 * kPiece, 0, 0, 0));
  CHECK(cuMemMap(base, kPiece, 0, create(kPiece), 0));
  const CUmemAccessDesc access = access_of(0);
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  const int value = 1;
  if (cuMemcpyHtoD(base + kPiece, &value, sizeof value) != CUDA_ERROR_INVALID_VALUE) return 1;  // @c
  grow<<<1, 1>>>(reinterpret_cast<int*>(base), 5);
  CHECK(cuCtxSynchronize());
  grow<<<1, 1>>>(reinterpret_cast<int*>(base), kPiece / sizeof(int));
  if (cuCtxSynchronize() != CUDA_ERROR_ILLEGAL_ADDRESS) return 2;
  std::puts("right");
}
