// A launch in clusters that is captured keeps them, also with other arguments.
// CLEAN
// STDOUT: ^cudaSuccess 4008 cudaSuccess 4010$
#include <cooperative_groups.h>

#include <cstdio>

__global__ void k(int* result, int add) {
  __shared__ int value;
  const auto cluster = cooperative_groups::this_cluster();
  value = cluster.block_rank() + add;
  cluster.sync();
  if (cluster.block_rank() == 0) *result = *cluster.map_shared_rank(&value, 3) + 1000 * cluster.num_blocks();
  cluster.sync();
}

int main() {
  int* result;
  cudaMallocManaged(&result, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 1;
  config.stream = stream;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaLaunchKernelEx(&config, k, result, 5);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphNode_t node;
  size_t nodes = 1;
  cudaGraphGetNodes(graph, &node, &nodes);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  printf("%s ", cudaGetErrorName(cudaStreamSynchronize(stream)));
  printf("%d ", *result);

  cudaKernelNodeParams parameters;
  cudaGraphKernelNodeGetParams(node, &parameters);
  int seven = 7;
  void* arguments[] = {&result, &seven};
  parameters.kernelParams = arguments;
  cudaGraphExecKernelNodeSetParams(executable, node, &parameters);
  cudaGraphLaunch(executable, stream);
  printf("%s ", cudaGetErrorName(cudaStreamSynchronize(stream)));
  printf("%d\n", *result);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(result);
}
