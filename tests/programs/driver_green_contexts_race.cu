// Streams of two green contexts are not ordered, and cuCtxSynchronize() while one of these is current waits for its own
// streams alone.
// COMPILE: -lcuda --cuda-version=13.0
// FINDING: race error global stream write@w write@w object=data launch=2
// FINDING: race error global host-device write@w read@read object=data
#include <cuda.h>

#include <cstdio>

__global__ void set(int* data, int value) {
  data[threadIdx.x] = value;  // @w
}

int main() {
  CUdevice device;
  CUcontext primary, context;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&primary, device);
  cuCtxSetCurrent(primary);
  CUdevResource all, group, rest;
  CUdevResourceDesc of_group, of_rest;
  CUgreenCtx one, other;
  CUstream first, second;
  unsigned count = 1;
  cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM);
  cuDevSmResourceSplitByCount(&group, &count, &all, &rest, 0, 8);
  cuDevResourceGenerateDesc(&of_group, &group, 1);
  cuDevResourceGenerateDesc(&of_rest, &rest, 1);
  cuGreenCtxCreate(&one, of_group, device, CU_GREEN_CTX_DEFAULT_STREAM);
  cuGreenCtxCreate(&other, of_rest, device, CU_GREEN_CTX_DEFAULT_STREAM);
  cuGreenCtxStreamCreate(&first, one, CU_STREAM_NON_BLOCKING, 0);
  cuGreenCtxStreamCreate(&second, other, CU_STREAM_NON_BLOCKING, 0);
  int *data, *managed;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMallocManaged(&managed, 32 * sizeof(int));
  set<<<1, 32, 0, first>>>(data, 1);
  set<<<1, 32, 0, second>>>(data, 2);
  cudaDeviceSynchronize();

  set<<<1, 32, 0, second>>>(managed, 3);
  cuCtxFromGreenCtx(&context, one);
  cuCtxSetCurrent(context);
  cuCtxSynchronize();
  int sum = managed[0];  // @read
  cuCtxFromGreenCtx(&context, other);
  cuCtxSetCurrent(context);
  cuCtxSynchronize();
  sum += managed[0];
  printf("%d\n", sum);
}
