// Green contexts have parts of a device's multiprocessors: of 16 eight, or two where blocks need not run at a time. Work
// in their streams is ordered as in others; a grid whose blocks wait for each other must fit on the part; what CUDA's
// documentation does not allow returns its error.
// COMPILE: -lcuda --cuda-version=13.0
// CLEAN
// STDOUT: ^device 16 8 8, groups 2, 8 \+ 8, of two 10 \+ 6, by one 2$
// STDOUT: ^splits 1 914 915 1 915, contexts 1 1 201$
// STDOUT: ^stream 1 1 1, sums 40 60, parts 8 6$
// STDOUT: ^cooperative 0 720 720$
// STDOUT: ^destroyed 709 709 201$
#include <cuda.h>

#include <cstdio>

__global__ void add(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }
__global__ void whole() {}

int main() {
  CUdevice device;
  CUcontext primary, context;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&primary, device);
  cuCtxSetCurrent(primary);
  CUdevResource all, group, rest, two[2], fine[8], left;
  cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM);
  unsigned groups = 0, one = 1, eight = 8, ten = 1;
  cuDevSmResourceSplitByCount(nullptr, &groups, &all, nullptr, 0, 4);
  cuDevSmResourceSplitByCount(&group, &one, &all, &rest, 0, 4);
  cuDevSmResourceSplitByCount(two, &ten, &all, &left, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 9);
  cuDevSmResourceSplitByCount(fine, &eight, &all, nullptr, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 0);
  printf("device %u %u %u, groups %u, %u + %u, of two %u + %u, by one %u\n", all.sm.smCount, all.sm.minSmPartitionSize,
         all.sm.smCoscheduledAlignment, groups, group.sm.smCount, rest.sm.smCount, two[0].sm.smCount, left.sm.smCount,
         fine[7].sm.smCount);

  CUdevResource invalid = {}, both[] = {group, left};
  CUdevResourceDesc desc, of_left;
  CUgreenCtx green, other, seen = nullptr;
  unsigned count = 1;
  printf("splits %d %d %d %d %d, ", cuDevSmResourceSplitByCount(&group, &count, &all, nullptr, 0, 17),
         cuDevSmResourceSplitByCount(&invalid, &count, &invalid, nullptr, 0, 0),
         cuDevSmResourceSplitByCount(&invalid, &count, &rest, nullptr, 0, 0),
         cuDevResourceGenerateDesc(&desc, &group, 0), cuDevResourceGenerateDesc(&desc, both, 2));
  cuDevResourceGenerateDesc(&desc, &group, 1);
  cuDevResourceGenerateDesc(&of_left, &left, 1);
  printf("contexts %d ", cuGreenCtxCreate(&green, desc, device, 0));
  cuGreenCtxCreate(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM);
  cuGreenCtxCreate(&other, of_left, device, CU_GREEN_CTX_DEFAULT_STREAM);
  CUstream first, second, own, device_wide;
  printf("%d ", cuGreenCtxStreamCreate(&first, green, CU_STREAM_DEFAULT, 0));
  printf("%d\n", cuCtxFromGreenCtx(&context, (CUgreenCtx)primary));
  cuGreenCtxStreamCreate(&first, green, CU_STREAM_NON_BLOCKING, 0);
  cuGreenCtxStreamCreate(&second, other, CU_STREAM_NON_BLOCKING, 0);

  // Streams that are made while it is current are of the green context, too.
  cuCtxFromGreenCtx(&context, other);
  cuCtxPushCurrent(context);
  cuStreamCreate(&own, CU_STREAM_NON_BLOCKING);
  cuCtxPopCurrent(nullptr);
  cuStreamCreate(&device_wide, CU_STREAM_NON_BLOCKING);
  const bool is_other = cuStreamGetGreenCtx(own, &seen) == CUDA_SUCCESS && seen == other;
  const bool is_none = cuStreamGetGreenCtx(device_wide, &seen) == CUDA_SUCCESS && seen == nullptr;
  CUcontext of_stream;
  const bool is_part = cuStreamGetCtx(first, &of_stream) == CUDA_SUCCESS && cuCtxFromGreenCtx(&context, green) == CUDA_SUCCESS && of_stream == context;

  int* data;
  cudaMallocManaged(&data, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) data[i] = 0;
  for (int i = 0; i < 10; ++i) {
    add<<<4, 128, 0, first>>>(data, 4);
    add<<<4, 128, 0, second>>>(data + 512, 6);
  }
  cuStreamSynchronize(first);
  cuStreamSynchronize(second);
  CUdevResource of_green, of_other;
  cuGreenCtxGetDevResource(green, &of_green, CU_DEV_RESOURCE_TYPE_SM);
  cuCtxFromGreenCtx(&context, other);
  cuCtxGetDevResource(context, &of_other, CU_DEV_RESOURCE_TYPE_SM);
  printf("stream %d %d %d, sums %d %d, parts %u %u\n", is_other, is_none, is_part, data[7], data[1000],
         of_green.sm.smCount, of_other.sm.smCount);

  // Two blocks of 1024 threads on each multiprocessor.
  CUfunction function;
  cudaGetFuncBySymbol(&function, (const void*)whole);
  const auto launch = [&](unsigned blocks, CUstream stream) {
    return cuLaunchCooperativeKernel(function, blocks, 1, 1, 1024, 1, 1, 0, stream, nullptr);
  };
  printf("cooperative %d %d %d\n", launch(16, first), launch(17, first), launch(13, second));
  cudaDeviceSynchronize();

  cuGreenCtxDestroy(other);
  cuStreamDestroy(own);
  printf("destroyed %d %d %d\n", cuStreamSynchronize(second), cuGreenCtxDestroy(other), cuCtxSetCurrent(context));
  cuStreamDestroy(first);
  cuGreenCtxDestroy(green);
  cuDevicePrimaryCtxRelease(device);
}
