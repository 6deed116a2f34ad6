// Mapped memory is out of reach until cuMemSetAccess.
// INCLUDES: parts/virtual_memory.h
// FINDING: invalid-address error global none read@r message="a thread reads memory mapped at .*virtual_memory_no_access.cu:16, which device 0 may not access" hint="call cuMemSetAccess for device 0 after cuMemMap"
// FINDING: api-error error none none *@c message="cuMemsetD8: its destination \(4 bytes\) is memory mapped at .*, which device 0 may not access"
// EXIT: 66
#include "parts/virtual_memory.h"

__global__ void sum(const int* data, int* to) {
  *to = data[0];  // @r
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, kPiece, 0, 0, 0));
  CHECK(cuMemMap(base, kPiece, 0, create(kPiece), 0));
  if (cuMemsetD8(base, 0, 4) != CUDA_ERROR_INVALID_VALUE) return 1;  // @c
  int* to;
  cudaMalloc(&to, sizeof(int));
  sum<<<1, 1>>>(reinterpret_cast<int*>(base), to);
  return cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS ? 0 : 2;
}
