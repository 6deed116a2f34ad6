// The driver API's devices, contexts, memory, streams and events; kernels are launched as always.
// CLEAN
// COMPILE: -lcuda -lcudart -lcudadevrt -lnvToolsExt
// STDOUT: ^before 3 init 0 count 1 device 0 other 101$
// STDOUT: ^name Fencepost virtual device cc 9\.0 9 version 12080$
// STDOUT: ^context 1 1 0 201$
// STDOUT: ^sum 4096 1234 77 16909060$
// STDOUT: ^time 1 flags 1 error CUDA_ERROR_INVALID_VALUE invalid argument$
// STDOUT: ^916 CUDA_ERROR_KEY_ROTATION$
// STDOUT: ^virtual memory 1 0$
// STDOUT: ^pointer 2 1 256 1$
#include <cuda.h>

#include <cstdio>

__global__ void add(int* p, int n) { p[threadIdx.x] += n; }

int main() {
  CUdevice device, other;
  const int before = cuDeviceGet(&device, 0);
  const int init = cuInit(0);
  int count = 0;
  cuDeviceGetCount(&count);
  cuDeviceGet(&device, 0);
  printf("before %d init %d count %d device %d other %d\n", before, init, count, device, cuDeviceGet(&other, 1));
  char name[64];
  int major, minor, attribute, version;
  cuDeviceGetName(name, sizeof(name), device);
  cuDeviceComputeCapability(&major, &minor, device);
  cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuDriverGetVersion(&version);
  printf("name %s cc %d.%d %d version %d\n", name, major, minor, attribute, version);

  CUcontext context, current, primary;
  cuCtxCreate(&context, 0, device);
  cuCtxGetCurrent(&current);
  cuDevicePrimaryCtxRetain(&primary, device);
  const bool distinct = primary != context;
  cuCtxPushCurrent(primary);
  cuCtxPopCurrent(&primary);
  const int popped = cuCtxPopCurrent(nullptr);
  printf("context %d %d %d %d\n", current == context, distinct, popped, cuCtxPopCurrent(nullptr));
  cuCtxSetCurrent(context);

  CUdeviceptr data, copy;
  cuMemAlloc(&data, 64 * sizeof(int));
  cuMemAlloc(&copy, 64 * sizeof(int));
  CUstream stream;
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
  CUevent start, stop;
  cuEventCreate(&start, CU_EVENT_DEFAULT);
  cuEventCreate(&stop, CU_EVENT_DEFAULT);
  cuEventRecord(start, stream);
  cuMemsetD32Async(data, 60, 64, stream);
  add<<<1, 64, 0, stream>>>((int*)data, 4);
  cuMemcpyDtoDAsync(copy, data, 64 * sizeof(int), stream);
  cuEventRecord(stop, stream);
  cuEventSynchronize(stop);
  int values[64];
  cuMemcpyDtoH(values, copy, sizeof(values));
  int sum = 0;
  for (const int value : values) sum += value;
  const int one = 1234;
  cuMemcpyHtoD(data, &one, sizeof(one));
  CUDA_MEMCPY2D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = data;
  box.dstMemoryType = CU_MEMORYTYPE_HOST;
  box.dstHost = values;
  box.srcPitch = box.dstPitch = 4;
  box.WidthInBytes = 4;
  box.Height = 1;
  cuMemcpy2D(&box);
  cuMemsetD8(copy, 77, 1);
  unsigned char byte;
  cuMemcpyDtoH(&byte, copy, 1);
  cuMemsetD2D16(copy, 4, 0x0304, 1, 2);
  cuMemsetD16(copy + 2, 0x0102, 1);
  int word;
  cuMemcpyDtoH(&word, copy, 4);
  printf("sum %d %d %d %d\n", sum, values[0], byte, word);

  float milliseconds = -1;
  unsigned int flags;
  cuEventElapsedTime(&milliseconds, start, stop);
  cuStreamGetFlags(stream, &flags);
  const char *error_name, *text;
  cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &error_name);
  cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text);
  printf("time %d flags %u error %s %s\n", milliseconds >= 0, flags, error_name, text);
  cuGetErrorName(CUDA_ERROR_KEY_ROTATION, &error_name);
  printf("%d %s\n", CUDA_ERROR_KEY_ROTATION, error_name);
  size_t granularity;
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device);
  printf("virtual memory %d %d\n", attribute,
         cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  unsigned int type;
  CUdeviceptr base;
  size_t bytes;
  cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, data + 8);
  cuMemGetAddressRange(&base, &bytes, data + 8);
  cuCtxSynchronize();
  cuMemFree(copy);
  printf("pointer %u %d %zu %d\n", type, base == data, bytes, cuMemFree(data) == CUDA_SUCCESS);
  cuStreamDestroy(stream);
  cuCtxDestroy(context);
}
