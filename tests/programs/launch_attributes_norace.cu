// cudaLaunchKernelEx with its attributes, and the attributes of streams.
// CLEAN
// STDOUT: ^values 65 3\.5 64$
// STDOUT: ^stream 1 0\.50 2 400$
// STDOUT: ^occupancy 0 1$
#include <cooperative_groups.h>

#include <cstdio>

__global__ void add(int* p, int n, const float* from, float* to) {
  cudaGridDependencySynchronize();
  p[threadIdx.x] += n;
  if (threadIdx.x == 0) *to = *from;
  cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void grid(int* p, int* sum) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = 1;
  cooperative_groups::this_grid().sync();
  if (i == 0) {
    for (unsigned j = 0; j < gridDim.x * blockDim.x; ++j) *sum += p[j];
  }
}

int main() {
  int *data, *sum;
  float* floats;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  cudaMallocManaged(&floats, 2 * sizeof(float));
  for (int i = 0; i < 64; ++i) data[i] = i;
  floats[0] = 3.5f;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 64;
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = 1;
  const short two = 2;
  cudaLaunchKernelEx(&config, add, data, two, floats, floats + 1);  // The arguments are converted.
  cudaStreamSynchronize(stream);
  const int last = data[63];
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  config.numAttrs = 2;
  config.gridDim = 4;
  config.blockDim = 16;
  *sum = 0;
  void* arguments[] = {&data, &sum};
  cudaLaunchKernelExC(&config, (const void*)grid, arguments);
  cudaStreamSynchronize(stream);
  printf("values %d %.1f %d\n", last, floats[1], *sum);

  cudaStreamAttrValue value = {}, got = {};
  value.accessPolicyWindow = {data, 256, 0.5f, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
  cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &got);
  cudaStreamGetAttribute((cudaStream_t)data, cudaStreamAttributeAccessPolicyWindow, &value);
  cudaCtxResetPersistingL2Cache();
  printf("stream %d %.2f %d %d\n", got.accessPolicyWindow.base_ptr == data, got.accessPolicyWindow.hitRatio,
         got.accessPolicyWindow.hitProp, cudaGetLastError());
  printf("occupancy %d %d\n", cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, 50),
         cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  cudaGetLastError();
}
