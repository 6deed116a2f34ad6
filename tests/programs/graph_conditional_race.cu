// What a conditional node asks is memory like any other: threads that set it to different values, and a kernel that sets it
// in another branch than the node's.
// FINDING: race error global intra-warp write@several write@several
// FINDING: race error global stream write@beside read@asks message="conditional node"
#include <cstdio>

__global__ void set_several(cudaGraphConditionalHandle condition) {
  cudaGraphSetConditional(condition, threadIdx.x + 1);  // @several
}
__global__ void set_beside(cudaGraphConditionalHandle condition) {
  cudaGraphSetConditional(condition, 0);  // @beside
}
__global__ void body() {}

cudaGraphExec_t with(void* kernel, unsigned threads, bool ordered) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  void* arguments[] = {&handle};
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
  parameters.kernel.func = kernel;
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(threads);
  parameters.kernel.kernelParams = arguments;
  cudaGraphNode_t first, second;
  cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &parameters);
  cudaGraphNodeParams choice = {cudaGraphNodeTypeConditional};
  choice.conditional = {handle, cudaGraphCondTypeIf, 1, nullptr};
  cudaGraphAddNode(&second, graph, &first, nullptr, ordered ? 1 : 0, &choice);  // @asks
  parameters.kernel.func = (void*)body;
  parameters.kernel.kernelParams = nullptr;
  cudaGraphAddNode(&first, choice.conditional.phGraph_out[0], nullptr, nullptr, 0, &parameters);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph);
  return exec;
}

int main() {
  cudaGraphLaunch(with((void*)set_several, 2, true), 0);
  cudaGraphLaunch(with((void*)set_beside, 1, false), 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
