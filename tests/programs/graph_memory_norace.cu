// Graphs that allocate: at the same address in each launch, until a node or the program frees it.
// CLEAN
// STDOUT: ^sum 64 64$
// STDOUT: ^used 0 4096 0$
// STDOUT: ^twice 1 freed 0 auto 0$
#include <cstdio>

__global__ void ones(int* p) { p[threadIdx.x] = 1; }
__global__ void sum(const int* p, int* to) { atomicAdd(to, p[threadIdx.x]); }

int main() {
  int* total;
  cudaMallocManaged(&total, sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  int* temporary;
  cudaMallocAsync(&temporary, 64 * sizeof(int), s);
  cudaMemsetAsync(total, 0, sizeof(int), s);
  ones<<<1, 64, 0, s>>>(temporary);
  sum<<<1, 64, 0, s>>>(temporary, total);
  cudaFreeAsync(temporary, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  const int first = *total;
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  printf("sum %d %d\n", first, *total);

  cudaGraph_t keeps;
  cudaGraphCreate(&keeps, 0);
  cudaGraphNode_t allocate, use;
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location = {cudaMemLocationTypeDevice, 0};
  memory.bytesize = 4096;
  cudaGraphAddMemAllocNode(&allocate, keeps, nullptr, 0, &memory);
  void* arguments[] = {&memory.dptr};
  cudaKernelNodeParams kernel = {(void*)ones, dim3(1), dim3(64), 0, arguments, nullptr};
  cudaGraphAddKernelNode(&use, keeps, &allocate, 1, &kernel);
  cudaGraphExec_t run, automatic;
  cudaGraphInstantiate(&run, keeps, 0);
  unsigned long long used[3];
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used[0]);
  cudaGraphLaunch(run, s);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used[1]);
  const cudaError_t twice = cudaGraphLaunch(run, s);
  sum<<<1, 64, 0, s>>>((int*)memory.dptr, total);
  const cudaError_t freed = cudaFreeAsync(memory.dptr, s);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used[2]);
  printf("used %llu %llu %llu\n", used[0], used[1], used[2]);
  cudaGraphInstantiateWithFlags(&automatic, keeps, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphLaunch(automatic, s);
  printf("twice %d freed %d auto %d\n", twice, freed, cudaGraphLaunch(automatic, s));
  cudaGetLastError();
  cudaStreamSynchronize(s);
  cudaFree(memory.dptr);
  cudaFree(total);
}
