// Mapped memory is looked at as other memory is: here for races, of an element behind the seam of two pieces.
// INCLUDES: parts/virtual_memory.h
// FINDING: race error global inter-block write@w write@w object=data element=data[524288] bytes=4194304 allocated=@m
#include "parts/virtual_memory.h"

__global__ void set(int* data) {
  data[524288] = blockIdx.x;  // @w
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, 4 * kPiece, 0, 0, 0));
  for (int i = 0; i < 2; ++i) {
    CHECK(cuMemMap(base + i * kPiece, kPiece, 0, create(kPiece), 0));  // @m
  }
  const CUmemAccessDesc access = access_of(0);
  CHECK(cuMemSetAccess(base, 2 * kPiece, &access, 1));
  set<<<2, 1>>>(reinterpret_cast<int*>(base));
  CHECK(cuCtxSynchronize());
}
