// Memory that a device may only read.
// INCLUDES: parts/virtual_memory.h
// FINDING: invalid-address error global none write@w message="a thread writes memory mapped at .*, which device 0 may only read" hint="call cuMemSetAccess for device 0 after cuMemMap, with CU_MEM_ACCESS_FLAGS_PROT_READWRITE"
// FINDING: api-error error none none *@c message="cudaMemcpy: its destination is memory that is mapped for reading only \(cuMemSetAccess\)"
// EXIT: 66
#include "parts/virtual_memory.h"

__global__ void copy(const int* from, int* to) {
  *to = *from;  // @w
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, kPiece, 0, 0, 0));
  CHECK(cuMemMap(base, kPiece, 0, create(kPiece), 0));
  CUmemAccessDesc access = access_of(0);
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  CHECK(cuMemsetD8(base, 0, 64));
  access = access_of(0, CU_MEM_ACCESS_FLAGS_PROT_READ);
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  int* data = reinterpret_cast<int*>(base);
  int* other;
  cudaMalloc(&other, sizeof(int));
  int value = 1;
  if (cuMemcpyHtoD(base, &value, sizeof value) != CUDA_ERROR_INVALID_VALUE) return 1;  // @c
  CHECK(cuMemcpyDtoH(&value, base, sizeof value));
  copy<<<1, 1>>>(data, other);
  CHECK(cuCtxSynchronize());
  copy<<<1, 1>>>(other, data);
  return cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS ? 0 : 2;
}
