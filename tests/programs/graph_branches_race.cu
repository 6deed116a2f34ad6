// Two nodes of a graph that no edge connects write the same memory; in the graph of a capture, too.
// FINDING: race error global stream write@a write@b object=data message="graph 1" hint="cudaGraphAddDependencies"
// FINDING: race error global stream write@c write@b message="graph 2"
// STDOUT: ^edges 0 1$
#include <cstdio>

__device__ int data[64];
__device__ int other[64];

__global__ void first() { data[threadIdx.x] = 1; }               // @a
__global__ void second(int* p) { p[threadIdx.x] = 2; }           // @b
__global__ void third(int* p, int n) { p[threadIdx.x] = n; }     // @c

int main() {
  int* a;
  int* b;
  cudaGetSymbolAddress((void**)&a, data);
  cudaGetSymbolAddress((void**)&b, other);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t nodes[2];
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)first;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(64);
  cudaGraphAddKernelNode(&nodes[0], graph, nullptr, 0, &kernel);
  void* arguments[] = {&a};
  kernel.func = (void*)second;
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&nodes[1], graph, nullptr, 0, &kernel);
  size_t edges = 9;
  cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();

  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t captured;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork);
  third<<<1, 64, 0, s>>>(b, 3);
  second<<<1, 64, 0, t>>>(b);
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join);
  cudaStreamEndCapture(s, &captured);
  size_t roots = 0;
  cudaGraphGetRootNodes(captured, nullptr, &roots);
  printf("edges %zu %d\n", edges, roots == 2);
  cudaGraphExec_t run;
  cudaGraphInstantiateWithFlags(&run, captured, 0);
  cudaGraphLaunch(run, s);
  cudaStreamSynchronize(s);
}
