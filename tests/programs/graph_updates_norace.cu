// Nodes get other parameters, before and after a graph is instantiated; graphs are cloned, changed and compared.
// CLEAN
// STDOUT: ^set 11 exec 22 update 33 off 33 clone 11$
// STDOUT: ^kernel 1 1 32 44$
// STDOUT: ^changed 910 2$
// STDOUT: ^dot 0 304 digraph graph_1 \{   n0 \[label="0: kernel add\(int\*, int\)"\];   n1 \[label="1: empty"\];   n0 -> n1; \} $
// STDOUT: ^circle 1$
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void add(int* p, int n) { p[threadIdx.x] += n; }
__global__ void subtract(int* p, int n) { p[threadIdx.x] -= n; }

int* data;
int value() {
  cudaDeviceSynchronize();
  int result;
  cudaMemcpy(&result, data + 31, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemset(data, 0, 32 * sizeof(int));
  return result;
}

int main() {
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph, clone;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  add<<<1, 32, 0, s>>>(data, 44);
  cudaStreamEndCapture(s, &graph);
  cudaGraphNode_t node;
  size_t count = 1;
  cudaGraphGetNodes(graph, &node, &count);
  cudaKernelNodeParams kernel;
  cudaGraphKernelNodeGetParams(node, &kernel);
  printf("kernel %d %d %d %d\n", kernel.func == (void*)add, kernel.gridDim.x, kernel.blockDim.x,
         *(int*)kernel.kernelParams[1]);

  int n = 11;
  kernel.kernelParams[1] = &n;
  cudaGraphKernelNodeSetParams(node, &kernel);
  cudaGraphExec_t exec, other;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  const int set = value();

  cudaGraphClone(&clone, graph);
  void* arguments[] = {&data, &n};
  kernel.kernelParams = arguments;
  n = 22;
  cudaGraphExecKernelNodeSetParams(exec, node, &kernel);
  cudaGraphLaunch(exec, s);
  const int changed = value();

  n = -33;
  kernel.func = (void*)subtract;
  cudaGraphKernelNodeSetParams(node, &kernel);
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(exec, graph, &info);
  cudaGraphLaunch(exec, s);
  const int updated = value();

  cudaGraphLaunch(exec, s);
  cudaGraphNodeSetEnabled(exec, node, 0);
  cudaGraphLaunch(exec, s);
  const int off = value();

  cudaGraphInstantiate(&other, clone, 0);
  cudaGraphLaunch(other, s);
  printf("set %d exec %d update %d off %d clone %d\n", set, changed, updated, off, value());

  cudaGraphNode_t in_clone, empty;
  cudaGraphNodeFindInClone(&in_clone, node, clone);
  cudaGraphAddEmptyNode(&empty, clone, &in_clone, 1);
  const cudaError_t error = cudaGraphExecUpdate(exec, clone, &info);
  printf("changed %d %d\n", error, info.result);
  char path[] = "/tmp/graph-XXXXXX", line[64];
  close(mkstemp(path));
  const cudaError_t printed = cudaGraphDebugDotPrint(clone, path, 0);
  printf("dot %d %d ", printed, cudaGraphDebugDotPrint(clone, "/nowhere/graph.dot", 0));
  cudaGetLastError();
  FILE* dot = fopen(path, "r");
  while (fgets(line, sizeof line, dot)) printf("%.*s ", int(strlen(line)) - 1, line);
  puts("");
  fclose(dot);
  remove(path);
  cudaGraphAddDependencies(clone, &empty, &in_clone, 1);
  printf("circle %d\n", cudaGraphInstantiate(&other, clone, 0));
  cudaGetLastError();
  cudaFree(data);
}
