// A launch of a graph returns at once: the host must wait before it reads what its nodes write, and another stream that
// runs beside it must not write the same.
// FINDING: race error global host-device write@k read@h hint="stream that the graph was launched in"
// FINDING: race error global stream write@k write@o hint="record an event"
#include <cstdio>

__global__ void set(int* p, int n) { p[threadIdx.x] = n; }    // @k
__global__ void reset(int* p) { p[threadIdx.x] = 0; }         // @o

int main() {
  int *shared, *data;
  cudaMallocManaged(&shared, 32 * sizeof(int));
  cudaMalloc(&data, 32 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node;
  int n = 3;
  void* one[] = {&shared, &n};
  cudaKernelNodeParams kernel = {(void*)set, dim3(1), dim3(32), 0, one, nullptr};
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel);
  void* two[] = {&data, &n};
  kernel.kernelParams = two;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  printf("%d\n", shared[3]);        // @h
  reset<<<1, 32, 0, t>>>(data);
  cudaDeviceSynchronize();
  return shared[4] - 3;
}
