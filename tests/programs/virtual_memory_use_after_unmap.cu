// Memory that was unmapped, at addresses that are still reserved.
// INCLUDES: parts/virtual_memory.h
// FINDING: use-after-free error global none write@w message="a thread writes memory that was unmapped at .*virtual_memory_use_after_unmap.cu:21, mapped at .*:16" hint="unmap it when all work that uses it is done"
// EXIT: 66
#include "parts/virtual_memory.h"

__global__ void set(int* data) {
  data[threadIdx.x] = 1;  // @w
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, 2 * kPiece, 0, 0, 0));
  const CUmemGenericAllocationHandle handle = create(kPiece);
  CHECK(cuMemMap(base, kPiece, 0, handle, 0));
  const CUmemAccessDesc access = access_of(0);
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  set<<<1, 64>>>(reinterpret_cast<int*>(base));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemUnmap(base, kPiece));
  set<<<1, 64>>>(reinterpret_cast<int*>(base));
  return cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS ? 0 : 2;
}
