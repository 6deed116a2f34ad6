// Addresses are reserved, and memory is mapped there as it is needed: one array, whose contents stay where it goes.
// OPTIONS: --leak-check
// INCLUDES: parts/virtual_memory.h
// CLEAN
// STDOUT: ^right$
#include "parts/virtual_memory.h"

__global__ void fill(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value + i;
}

__global__ void add(int* data, int first, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[first + i] += 1;
}

int main() {
  begin();
  int supported = 0;
  CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
  const CUmemAllocationProp properties = properties_of(0);
  size_t granularity = 0, before = 0, after = 0, total = 0;
  CHECK(cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  if (supported != 1 || kPiece % granularity != 0) return 1;
  CHECK(cuMemGetInfo(&before, &total));

  // More addresses than any device has memory, as ggml's pool reserves them.
  constexpr size_t kReserved = size_t{32} << 30;
  CUdeviceptr base = 0, other = 0;
  CHECK(cuMemAddressReserve(&base, kReserved, 0, 0, 0));
  CHECK(cuMemAddressReserve(&other, 2 * kPiece, size_t{64} << 20, 0, 0));
  if (other % (size_t{64} << 20) != 0) return 1;
  const CUmemAccessDesc access = access_of(0);
  CUmemGenericAllocationHandle pieces[3];
  for (int i = 0; i < 3; ++i) {
    pieces[i] = create(kPiece);
    CHECK(cuMemMap(base + i * kPiece, kPiece, 0, pieces[i], 0));
    CHECK(cuMemSetAccess(base + i * kPiece, kPiece, &access, 1));
  }
  CHECK(cuMemGetInfo(&after, &total));
  if (before - after < 3 * kPiece) return 1;
  constexpr int kCount = 3 * kPiece / sizeof(int);
  int* const data = reinterpret_cast<int*>(base);
  fill<<<(kCount + 255) / 256, 256>>>(data, kCount, 7);
  // Across the seam of two pieces.
  const int seam = kPiece / sizeof(int);
  int read[4] = {};
  CHECK(cuMemcpyDtoH(read, reinterpret_cast<CUdeviceptr>(data + seam - 2), sizeof read));
  for (int i = 0; i < 4; ++i) {
    if (read[i] != 7 + seam - 2 + i) return 2;
  }
  CHECK(cuMemsetD32(reinterpret_cast<CUdeviceptr>(data + seam - 2), 9, 4));
  add<<<1, 64>>>(data, seam - 2, 4);
  CHECK(cuMemcpyDtoH(read, reinterpret_cast<CUdeviceptr>(data + seam - 2), sizeof read));
  if (read[0] != 10 || read[3] != 10) return 3;

  CUdeviceptr begin_of_range = 0;
  size_t bytes = 0;
  unsigned long long flags = 0;
  CHECK(cuMemGetAddressRange(&begin_of_range, &bytes, base + kPiece));
  CHECK(cuMemGetAccess(&flags, &access.location, base + kPiece));
  if (flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE) return 4;

  // The last piece goes to another place: what it holds was written.
  CHECK(cuCtxSynchronize());
  CHECK(cuMemUnmap(base + 2 * kPiece, kPiece));
  CHECK(cuMemMap(other + kPiece, kPiece, 0, pieces[2], 0));
  CHECK(cuMemSetAccess(other + kPiece, kPiece, &access, 1));
  add<<<1, 64>>>(reinterpret_cast<int*>(other), kPiece / sizeof(int), 64);
  CHECK(cuMemcpyDtoH(read, other + kPiece, sizeof read));
  if (read[1] != 7 + 2 * seam + 1 + 1) return 5;

  // A handle lives as long as it is mapped, or retained.
  CUmemGenericAllocationHandle again;
  CHECK(cuMemRelease(pieces[0]));
  CHECK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(base + 100)));
  CUmemAllocationProp told = {};
  CHECK(cuMemGetAllocationPropertiesFromHandle(&told, again));
  if (told.location.id != 0 || told.type != CU_MEM_ALLOCATION_TYPE_PINNED) return 6;
  CHECK(cuMemRelease(again));
  CHECK(cuMemRelease(pieces[1]));
  CHECK(cuMemRelease(pieces[2]));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemUnmap(base, 2 * kPiece));
  CHECK(cuMemUnmap(other + kPiece, kPiece));
  CHECK(cuMemAddressFree(base, kReserved));
  CHECK(cuMemAddressFree(other, 2 * kPiece));
  CHECK(cuMemGetInfo(&after, &total));
  if (after != before) return 7;
  std::puts("right");
}
