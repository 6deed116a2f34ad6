// Wrong calls that have to do with mapped memory.
// INCLUDES: parts/virtual_memory.h
// FINDING: api-error error none none *@1 message="cuMemCreate: 4096 bytes are no multiple of what cuMemGetAllocationGranularity says"
// FINDING: api-error error none none *@2 message="cuMemAddressReserve: the alignment, 3, is no power of two"
// FINDING: api-error error none none *@3 message="cuMemMap: the address is not reserved"
// FINDING: api-error error none none *@4 message="cuMemMap: the range goes beyond the 4194304 bytes that were reserved at .*virtual_memory_misuse.cu:29"
// FINDING: api-error error none none *@5 message="cuMemMap: memory is mapped there already, at .*virtual_memory_misuse.cu:34"
// FINDING: api-error error none none *@6 message="cuMemMap at a second address of memory that is mapped already, at .*:34, is not supported by Fencepost; the call returned CUDA_ERROR_NOT_SUPPORTED"
// FINDING: api-error error none none *@7 message="cuMemSetAccess: the range is not that of whole mappings: one is of 2097152 bytes, mapped at .*"
// FINDING: api-error error none none *@8 message="cuMemUnmap: no memory is mapped in the range"
// FINDING: api-error error none none *@9 message="cuMemAddressFree: memory is still mapped there, at .*"
// FINDING: api-error error none none *@10 message="cuMemRelease: the handle was released already at .*virtual_memory_misuse.cu:43"
// FINDING: api-error error none none *@11 message="cuMemMap: there is no such handle"
// FINDING: api-error error none none *@12 message="cuMemAddressFree: the range is not the one, of 4194304 bytes, that was reserved at .*"
// FINDING: api-error error none none *@13 message="cuMemImportFromShareableHandle: the file descriptor is none of cuMemExportToShareableHandle"
// FINDING: api-error error none none *@14 message="cudaFree of memory of another kind, allocated at .*"
// FINDING: api-error error none none *@15 message="cuMemExportToShareableHandle: the memory was not created with this type among its requestedHandleTypes"
// FINDING: api-error error none none *@16 message="cuMemSetAccess: there is no such device"
// STDOUT: ^ok$
#include "parts/virtual_memory.h"

int main() {
  begin();
  const CUmemAllocationProp properties = properties_of(0);
  CUmemGenericAllocationHandle handle, small = create(kPiece), other = create(2 * kPiece);
  CUdeviceptr base, elsewhere;
  bool right = cuMemCreate(&handle, 4096, &properties, 0) == CUDA_ERROR_INVALID_VALUE;         // @1
  right &= cuMemAddressReserve(&base, kPiece, 3, 0, 0) == CUDA_ERROR_INVALID_VALUE;            // @2
  CHECK(cuMemAddressReserve(&base, 2 * kPiece, 0, 0, 0));
  CHECK(cuMemAddressReserve(&elsewhere, 2 * kPiece, 0, 0, 0));
  right &= cuMemMap(kPiece, kPiece, 0, small, 0) == CUDA_ERROR_INVALID_VALUE;                  // @3
  right &= cuMemMap(base + kPiece, 2 * kPiece, 0, other, 0) == CUDA_ERROR_INVALID_VALUE;       // @4
  right &= cuMemMap(0, 0, 0, small, 1) == CUDA_ERROR_INVALID_VALUE;
  CHECK(cuMemMap(base, kPiece, 0, small, 0));
  right &= cuMemMap(base, kPiece, 0, other, 0) == CUDA_ERROR_INVALID_VALUE;                    // @5
  right &= cuMemMap(elsewhere, kPiece, 0, small, 0) == CUDA_ERROR_NOT_SUPPORTED;               // @6
  CUmemAccessDesc access = access_of(0);
  right &= cuMemSetAccess(base, 2 * kPiece, &access, 1) == CUDA_ERROR_INVALID_VALUE;           // @7
  CHECK(cuMemSetAccess(base, kPiece, &access, 1));
  right &= cuMemUnmap(elsewhere, kPiece) == CUDA_ERROR_INVALID_VALUE;                          // @8
  right &= cuMemAddressFree(base, 2 * kPiece) == CUDA_ERROR_INVALID_VALUE;                     // @9
  int file;
  CHECK(cuMemRelease(other));
  right &= cuMemRelease(other) == CUDA_ERROR_INVALID_VALUE;                                    // @10
  right &= cuMemMap(elsewhere, kPiece, 0, 77, 0) == CUDA_ERROR_INVALID_VALUE;                  // @11
  right &= cuMemAddressFree(elsewhere, kPiece) == CUDA_ERROR_INVALID_VALUE;                    // @12
  const CUmemAllocationHandleType by_file = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  right &= cuMemImportFromShareableHandle(&handle, nullptr, by_file) == CUDA_ERROR_INVALID_VALUE;  // @13
  right &= cudaFree(reinterpret_cast<void*>(base)) == cudaErrorInvalidValue;                   // @14
  right &= cuMemExportToShareableHandle(&file, small, by_file, 0) == CUDA_ERROR_INVALID_VALUE;    // @15
  access = access_of(9);
  right &= cuMemSetAccess(base, kPiece, &access, 1) == CUDA_ERROR_INVALID_DEVICE;              // @16
  std::puts(right ? "ok" : "wrong");
}
