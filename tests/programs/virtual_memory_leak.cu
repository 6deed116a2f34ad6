// What cuMemCreate made is given back when the handle is released and the memory unmapped.
// OPTIONS: --leak-check
// INCLUDES: parts/virtual_memory.h
// FINDING: leak error none none *@1 message="2097152 bytes in 1 allocation of this line were never freed"
// FINDING: leak error none none *@2 message="2097152 bytes in 1 allocation of this line were never freed"
#include "parts/virtual_memory.h"

int main() {
  begin();
  const CUmemAllocationProp properties = properties_of(0);
  CUmemGenericAllocationHandle released, mapped, kept;
  CHECK(cuMemCreate(&released, kPiece, &properties, 0));
  CHECK(cuMemCreate(&mapped, kPiece, &properties, 0));  // @1
  CHECK(cuMemCreate(&kept, kPiece, &properties, 0));    // @2
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, kPiece, 0, 0, 0));
  CHECK(cuMemMap(base, kPiece, 0, mapped, 0));
  CHECK(cuMemRelease(mapped));
  CHECK(cuMemRelease(released));
}
