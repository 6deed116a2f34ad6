// The per-thread default stream can be captured, under both of its names.
// CLEAN
// COMPILE: --default-stream per-thread
// STDOUT: ^begin 0 kept 0 nodes 2 value 3$
#include <cstdio>

__global__ void add(int* p, int n) { *p += n; }

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof(int));
  *data = 0;
  cudaGraph_t graph;
  const int begin = cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal);
  add<<<1, 1>>>(data, 1);
  add<<<1, 1, 0, cudaStreamPerThread>>>(data, 2);
  const int kept = *data;
  cudaStreamEndCapture(0, &graph);
  size_t count;
  cudaGraphGetNodes(graph, nullptr, &count);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  cudaStreamSynchronize(0);
  printf("begin %d kept %d nodes %zu value %d\n", begin, kept, count, *data);
  cudaFree(data);
}
