// Memory of the driver API that is mapped where addresses were reserved.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                  \
  do {                                                               \
    const CUresult result_ = (call);                                 \
    if (result_ != CUDA_SUCCESS) {                                   \
      std::fprintf(stderr, "line %d: %d\n", __LINE__, (int)result_); \
      std::abort();                                                  \
    }                                                                \
  } while (false)

constexpr size_t kPiece = size_t{2} << 20;

inline CUmemAllocationProp properties_of(int device) {
  CUmemAllocationProp p = {};
  p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  p.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  return p;
}

inline CUmemAccessDesc access_of(int device, CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
  return {{CU_MEM_LOCATION_TYPE_DEVICE, device}, flags};
}

inline void begin() {
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK(cuCtxSetCurrent(context));
}

inline CUmemGenericAllocationHandle create(size_t bytes, int device = 0) {
  const CUmemAllocationProp properties = properties_of(device);
  CUmemGenericAllocationHandle handle;
  CHECK(cuMemCreate(&handle, bytes, &properties, 0));
  return handle;
}
