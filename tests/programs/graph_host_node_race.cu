// What a host function of one branch of a graph gets to know, the other branch does not.
// FINDING: race error global stream write@a write@b message="graph 1"
__global__ void first(int* p) { p[threadIdx.x] = 1; }   // @a
__global__ void second(int* p) { p[threadIdx.x] = 2; }  // @b

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t a, host, b;
  void* arguments[] = {&data};
  cudaKernelNodeParams kernel = {(void*)first, dim3(1), dim3(32), 0, arguments, nullptr};
  cudaGraphAddKernelNode(&a, graph, nullptr, 0, &kernel);
  cudaHostNodeParams function = {[](void*) {}, nullptr};
  cudaGraphAddHostNode(&host, graph, &a, 1, &function);
  kernel.func = (void*)second;
  cudaGraphAddKernelNode(&b, graph, nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  cudaFree(data);
}
