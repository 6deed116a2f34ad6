// Kernels of a graph launch graphs: beside it, at its end, one that follows itself, and a sibling; a graph of
// which the device cannot do all.
// COMPILE: -rdc=true
// CLEAN
// STDOUT: ^beside 3 twice 6$
// STDOUT: ^loop 10 tails 321$
// STDOUT: ^sibling 7$
// STDOUT: ^instantiated 1 3$
#include <cstdio>

__global__ void add(int* p, int n) { *p += n; }
__global__ void append(int* p, int n) { *p = *p * 10 + n; }
__global__ void copy(int* to, const int* from) { *to = *from; }
__global__ void beside(cudaGraphExec_t graph, int* p) {
  *p = 1;
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
}
__global__ void at_end(cudaGraphExec_t first, cudaGraphExec_t second) {
  cudaGraphLaunch(first, cudaStreamGraphTailLaunch);
  if (second) cudaGraphLaunch(second, cudaStreamGraphTailLaunch);
}
__global__ void sibling(cudaGraphExec_t graph) { cudaGraphLaunch(graph, cudaStreamGraphFireAndForgetAsSibling); }
__global__ void again(int* left) {
  if (--*left > 0) cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

cudaStream_t stream;

template <class Issue>
cudaGraphExec_t graph_of(bool of_device, Issue issue) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  issue();
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, of_device ? cudaGraphInstantiateFlagDeviceLaunch : 0);
  if (of_device) cudaGraphUpload(exec, stream);
  cudaGraphDestroy(graph);
  return exec;
}

int main() {
  int *p, *left;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&p, 2 * sizeof *p);
  cudaMallocManaged(&left, sizeof *left);

  // The launching thread's writes come before the graph, and the stream goes on behind it.
  cudaGraphExec_t two = graph_of(true, [=] { add<<<1, 1, 0, stream>>>(p, 2); });
  cudaGraphExec_t launches = graph_of(false, [=] { beside<<<1, 1, 0, stream>>>(two, p); });
  cudaGraphLaunch(launches, stream);
  cudaStreamSynchronize(stream);
  printf("beside %d ", *p);
  cudaGraphLaunch(launches, stream);
  add<<<1, 1, 0, stream>>>(p, 3);
  cudaStreamSynchronize(stream);
  printf("twice %d\n", *p);

  *p = 0;
  *left = 10;
  cudaGraphExec_t loop = graph_of(true, [=] {
    add<<<1, 1, 0, stream>>>(p, 1);
    again<<<1, 1, 0, stream>>>(left);
  });
  cudaGraphLaunch(loop, stream);
  cudaStreamSynchronize(stream);
  printf("loop %d ", *p);

  // What a graph at the end launches there comes before the next one.
  *p = 0;
  cudaGraphExec_t third = graph_of(true, [=] { append<<<1, 1, 0, stream>>>(p, 1); });
  cudaGraphExec_t second = graph_of(true, [=] { append<<<1, 1, 0, stream>>>(p, 2); });
  cudaGraphExec_t first = graph_of(true, [=] {
    at_end<<<1, 1, 0, stream>>>(second, nullptr);
    append<<<1, 1, 0, stream>>>(p, 3);
  });
  cudaGraphExec_t starts = graph_of(false, [=] { at_end<<<1, 1, 0, stream>>>(first, third); });
  cudaGraphLaunch(starts, stream);
  cudaStreamSynchronize(stream);
  printf("tails %d\n", *p);

  *p = 5;
  cudaGraphExec_t copies = graph_of(true, [=] { copy<<<1, 1, 0, stream>>>(p + 1, p); });
  cudaGraphExec_t launching = graph_of(false, [=] {
    add<<<1, 1, 0, stream>>>(p, 2);
    sibling<<<1, 1, 0, stream>>>(copies);
  });
  cudaGraphLaunch(launching, stream);
  cudaStreamSynchronize(stream);
  printf("sibling %d\n", p[1]);

  // Of what the host does, nothing.
  cudaGraph_t host;
  cudaGraphNode_t node;
  cudaHostNodeParams calls = {[](void*) {}, nullptr};
  cudaGraphCreate(&host, 0);
  cudaGraphAddHostNode(&node, host, nullptr, 0, &calls);
  cudaGraphExec_t none;
  cudaGraphInstantiateParams parameters = {cudaGraphInstantiateFlagDeviceLaunch};
  const int result = cudaGraphInstantiateWithParams(&none, host, &parameters);
  printf("instantiated %d %d\n", result, parameters.result_out);
  cudaGetLastError();
}
