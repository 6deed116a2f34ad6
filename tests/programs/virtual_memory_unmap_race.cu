// cuMemUnmap waits for nobody: not for the default stream, nor for another.
// INCLUDES: parts/virtual_memory.h
// FINDING: race error global host-device write@w write@u object=data message="cuMemUnmap takes away data\[0\] while set in the default stream may still be running"
// FINDING: race error global host-device write@m write@v message="cuMemUnmap takes away .* while cudaMemsetAsync in stream 1 may still be running"
#include "parts/virtual_memory.h"

__global__ void set(int* data) {
  data[threadIdx.x] = 1;  // @w
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, 2 * kPiece, 0, 0, 0));
  CHECK(cuMemMap(base, kPiece, 0, create(kPiece), 0));
  const CUmemAccessDesc access = access_of(0);
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  set<<<1, 64>>>(reinterpret_cast<int*>(base));
  CHECK(cuMemUnmap(base, kPiece));  // @u

  CHECK(cuMemMap(base, kPiece, 0, create(kPiece), 0));
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemsetAsync(reinterpret_cast<void*>(base), 0, 64, stream);  // @m
  CHECK(cuMemUnmap(base, kPiece));                                // @v
  CHECK(cuCtxSynchronize());
}
