// Contexts of the driver API belong to devices, and are current with them.
// OPTIONS: --devices 2
// CLEAN
#include <cuda.h>

#include <cstdlib>

__global__ void fill(int* data) {
  data[threadIdx.x] = 3;
}

void check(bool right) {
  if (!right) std::abort();
}

int main() {
  int count = 0, value = 0, can = 0;
  CUdevice first, second, device;
  check(cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&count) == CUDA_SUCCESS && count == 2);
  check(cuDeviceGet(&first, 0) == CUDA_SUCCESS && cuDeviceGet(&second, 1) == CUDA_SUCCESS && first != second);
  check(cuDeviceGet(&device, 2) == CUDA_ERROR_INVALID_DEVICE);
  check(cuDeviceCanAccessPeer(&can, first, second) == CUDA_SUCCESS && can == 1);
  check(cuDeviceGetP2PAttribute(&can, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, first, second) == CUDA_SUCCESS);
  CUuuid a, b;
  check(cuDeviceGetUuid(&a, first) == CUDA_SUCCESS && cuDeviceGetUuid(&b, second) == CUDA_SUCCESS);
  check(a.bytes[15] != b.bytes[15]);

  CUcontext on_first, on_second, current;
  CUdeviceptr from, to;
  check(cuCtxCreate(&on_second, 0, second) == CUDA_SUCCESS);
  check(cuCtxGetDevice(&device) == CUDA_SUCCESS && device == second);
  check(cuMemAlloc(&from, 256) == CUDA_SUCCESS);
  check(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, from) == CUDA_SUCCESS && value == 1);
  fill<<<1, 64>>>(reinterpret_cast<int*>(from));  // The runtime API uses the current context.
  check(cudaGetDevice(&value) == cudaSuccess && value == 1 && cuCtxSynchronize() == CUDA_SUCCESS);

  check(cuDevicePrimaryCtxRetain(&on_first, first) == CUDA_SUCCESS && cuCtxPushCurrent(on_first) == CUDA_SUCCESS);
  check(cudaGetDevice(&value) == cudaSuccess && value == 0);
  check(cuMemAlloc(&to, 256) == CUDA_SUCCESS);
  check(cuMemcpyPeer(to, on_first, from, on_second, 256) == CUDA_SUCCESS);
  check(cuMemcpyDtoH(&value, to + 4, 4) == CUDA_SUCCESS && value == 3);
  check(cuCtxEnablePeerAccess(on_second, 0) == CUDA_SUCCESS);
  check(cuCtxEnablePeerAccess(on_second, 0) == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
  fill<<<1, 64>>>(reinterpret_cast<int*>(from));
  check(cuCtxSynchronize() == CUDA_SUCCESS && cuCtxDisablePeerAccess(on_second) == CUDA_SUCCESS);
  check(cuCtxPopCurrent(&current) == CUDA_SUCCESS && current == on_first);
  check(cuCtxGetDevice(&device) == CUDA_SUCCESS && device == second);

  check(cudaSetDevice(0) == cudaSuccess);  // Its primary context takes the place of the one on top.
  check(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == on_first);
  check(cuCtxDestroy(on_second) == CUDA_SUCCESS && cuCtxSetCurrent(on_second) == CUDA_ERROR_INVALID_CONTEXT);
}
