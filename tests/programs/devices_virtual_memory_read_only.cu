// A piece that one device may write, and another one only read.
// OPTIONS: --devices 2
// INCLUDES: parts/virtual_memory.h
// FINDING: invalid-address error global none write@w object=to message="a thread writes memory mapped at .*, which device 1 may only read"
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
  const CUmemAccessDesc access[] = {access_of(0), access_of(1, CU_MEM_ACCESS_FLAGS_PROT_READ)};
  CHECK(cuMemSetAccess(base, kPiece, access, 2));
  unsigned long long flags;
  CHECK(cuMemGetAccess(&flags, &access[1].location, base));
  if (flags != CU_MEM_ACCESS_FLAGS_PROT_READ) return 2;
  CHECK(cuMemsetD8(base, 0, 64));
  int* data = reinterpret_cast<int*>(base);
  copy<<<1, 1>>>(data, data + 1);
  CHECK(cuCtxSynchronize());
  cudaSetDevice(1);
  int* other;
  cudaMalloc(&other, sizeof(int));
  copy<<<1, 1>>>(data, other);
  CHECK(cuCtxSynchronize());
  copy<<<1, 1>>>(other, data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
