// cuMemSetAccess counts, for the memory's own device, too; cudaDeviceEnablePeerAccess does not.
// OPTIONS: --devices 2
// INCLUDES: parts/virtual_memory.h
// FINDING: invalid-address error global none write@w object=data message="a thread writes memory mapped at .*:16, which device 1 may not access" hint="call cuMemSetAccess for device 1 after cuMemMap"
// EXIT: 66
#include "parts/virtual_memory.h"

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @w
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, kPiece, 0, 0, 0));
  CHECK(cuMemMap(base, kPiece, 0, create(kPiece), 0));
  const CUmemAccessDesc access = access_of(0);
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  fill<<<1, 64>>>(reinterpret_cast<int*>(base));
  CHECK(cuCtxSynchronize());
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  fill<<<1, 64>>>(reinterpret_cast<int*>(base));
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
