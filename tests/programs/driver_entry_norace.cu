// Functions of the driver API found by name, as libraries do that link no driver; pools, contexts of streams, attributes of
// pointers.
// CLEAN
// STDOUT: ^7 of 7$
#include <cudaTypedefs.h>
#include <dlfcn.h>

#include <cstdio>

template <class Function>
Function* find(PFN_cuGetProcAddress get, const char* name, int version = 12000) {
  void* function = nullptr;
  CUdriverProcAddressQueryResult result;
  const CUresult status = get(name, &function, version, CU_GET_PROC_ADDRESS_DEFAULT, &result);
  return status == CUDA_SUCCESS && result == CU_GET_PROC_ADDRESS_SUCCESS ? reinterpret_cast<Function*>(function)
                                                                         : nullptr;
}

int main() {
  int right = 0;
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  const auto get = reinterpret_cast<PFN_cuGetProcAddress>(dlsym(driver, "cuGetProcAddress_v2"));
  auto* const init = find<decltype(::cuInit)>(get, "cuInit");
  right += init(0) == CUDA_SUCCESS;

  CUdriverProcAddressQueryResult result;
  void* function = &right;
  right += get("cuGetExportTable", &function, 12000, 0, &result) == CUDA_ERROR_NOT_FOUND && function == nullptr &&
           result == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;

  // The name that the library's function has had since it took parts of devices.
  CUcontext context = nullptr, primary = nullptr;
  CUgreenCtx part = nullptr;
  find<decltype(::cuDevicePrimaryCtxRetain)>(get, "cuDevicePrimaryCtxRetain")(&primary, 0);
  find<CUresult(CUstream, CUcontext*, CUgreenCtx*)>(get, "cuStreamGetCtx", 12050)(nullptr, &context, &part);
  right += context == primary && part == nullptr;
  context = nullptr;
  find<CUresult(CUstream, CUcontext*)>(get, "cuStreamGetCtx")(nullptr, &context);
  right += context == primary;

  CUmemPoolProps properties{};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemoryPool pool;
  CUdeviceptr memory = 0;
  cuMemPoolCreate(&pool, &properties);
  cuMemAllocFromPoolAsync(&memory, 64, pool, nullptr);
  unsigned long long used = 0;
  cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used);
  right += used >= 64;

  CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_IS_MANAGED};
  int ordinal = 5;
  unsigned int managed = 5;
  void* values[] = {&ordinal, &managed};
  cuPointerGetAttributes(2, attributes, values, memory);
  right += ordinal == 0 && managed == 0;
  cuPointerGetAttributes(2, attributes, values, reinterpret_cast<CUdeviceptr>(&right));  // No memory of the device's.
  right += ordinal == CU_DEVICE_INVALID;

  cuMemFreeAsync(memory, nullptr);
  cuStreamSynchronize(nullptr);
  cuMemPoolDestroy(pool);
  dlclose(driver);
  std::printf("%d of 7\n", right);
}
