// Contexts of a part of a device's multiprocessors are MPS's, which is not there: the driver API says so. With no
// parameters, contexts are as others.
// CLEAN
// COMPILE: --cuda-version=12.8
// STDOUT: ^0 0 224 1 224 224 42$
#include <cuda.h>

#include <cstdio>

__global__ void set(int* data) { *data = 42; }

int main() {
  cuInit(0);
  CUexecAffinityParam part = {};
  part.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT;
  part.param.smCount.val = 4;
  int supported = 1;
  const int asked = cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0);
  CUcontext context = nullptr;
  const int of_part = cuCtxCreate_v3(&context, &part, 1, 0, 0);
  const int wrong = cuCtxCreate_v3(&context, nullptr, 1, 0, 0);
  CUctxCreateParams parameters = {};
  parameters.execAffinityParams = &part;
  parameters.numExecAffinityParams = 1;
  const int of_thirteen = cuCtxCreate_v4(&context, &parameters, 0, 0);
  cuCtxCreate_v3(&context, nullptr, 0, 0, 0);
  const int got = cuCtxGetExecAffinity(&part, CU_EXEC_AFFINITY_TYPE_SM_COUNT);
  int* data = nullptr;
  int host = 0;
  cudaMalloc(&data, sizeof(int));
  set<<<1, 1>>>(data);
  cudaMemcpy(&host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  cuCtxDestroy(context);
  std::printf("%d %d %d %d %d %d %d\n", asked, supported, of_part, wrong, of_thirteen, got, host);
}
