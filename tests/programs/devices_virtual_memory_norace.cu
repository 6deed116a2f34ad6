// One array of stripes of two devices' memory, which the other may access as cuMemSetAccess says.
// OPTIONS: --devices 2
// INCLUDES: parts/virtual_memory.h
// CLEAN
#include "parts/virtual_memory.h"

__global__ void fill(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}

int main() {
  begin();
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, 2 * kPiece, 0, 0, 0));
  for (int i = 0; i < 2; ++i) {
    const CUmemGenericAllocationHandle handle = create(kPiece, i);
    CHECK(cuMemMap(base + i * kPiece, kPiece, 0, handle, 0));
    CHECK(cuMemRelease(handle));
  }
  const CUmemAccessDesc access = access_of(1);
  CHECK(cuMemSetAccess(base, 2 * kPiece, &access, 1));
  int device = 0;
  CHECK(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, base + kPiece));
  if (device != 1) return 1;
  cudaSetDevice(1);
  int* const seam = reinterpret_cast<int*>(base + kPiece) - 64;
  fill<<<2, 64>>>(seam, 128);
  int read[128];
  CHECK(cuMemcpyDtoH(read, reinterpret_cast<CUdeviceptr>(seam), sizeof read));
  for (int i = 0; i < 128; ++i) {
    if (read[i] != i) return 2;
  }
  CHECK(cuMemUnmap(base, 2 * kPiece));
  CHECK(cuMemAddressFree(base, 2 * kPiece));
}
