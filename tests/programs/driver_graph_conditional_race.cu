// A kernel that sets what a conditional node of the driver API asks, in another branch than the node's.
// COMPILE: -lcuda
// FINDING: race error global stream write@beside read@asks message="conditional node"
#include <cuda.h>

__global__ void set_beside(cudaGraphConditionalHandle condition) {
  cudaGraphSetConditional(condition, 0);  // @beside
}

int main() {
  cuInit(0);
  CUcontext context;
  cuCtxCreate(&context, 0, 0);
  CUgraph graph;
  cuGraphCreate(&graph, 0);
  CUgraphConditionalHandle handle;
  cuGraphConditionalHandleCreate(&handle, graph, context, 0, 0);
  void* arguments[] = {&handle};
  CUgraphNodeParams kernel = {CU_GRAPH_NODE_TYPE_KERNEL};
  cudaGetFuncBySymbol(&kernel.kernel.func, (const void*)set_beside);
  kernel.kernel.gridDimX = kernel.kernel.gridDimY = kernel.kernel.gridDimZ = 1;
  kernel.kernel.blockDimX = kernel.kernel.blockDimY = kernel.kernel.blockDimZ = 1;
  kernel.kernel.kernelParams = arguments;
  CUgraphNode node;
  cuGraphAddNode(&node, graph, nullptr, 0, &kernel);
  CUgraphNodeParams choice = {CU_GRAPH_NODE_TYPE_CONDITIONAL};
  choice.conditional.handle = handle;
  choice.conditional.type = CU_GRAPH_COND_TYPE_IF;
  choice.conditional.size = 1;
  cuGraphAddNode(&node, graph, nullptr, 0, &choice);  // @asks
  CUgraphExec exec;
  cuGraphInstantiate(&exec, graph, 0);
  cuGraphLaunch(exec, nullptr);
  cuCtxSynchronize();
}
