// Launches of graphs that kernels must not make: each is told, and returns its error.
// COMPILE: -rdc=true
// STDOUT: ^1 1 1 1 1 0 1$
// FINDING: api-error error none none * message="cudaGraphLaunch.*a kernel launches a graph, but is no node of one"
// FINDING: api-error error none none * message="not instantiated with cudaGraphInstantiateFlagDeviceLaunch"
// FINDING: api-error error none none * message="not on the device: call cudaGraphUpload"
// FINDING: api-error error none none * message="cudaStreamGraphTailLaunch and its kin only"
// FINDING: api-error error none none * message="there is no such graph"
// FINDING: api-error error none none * message="a graph that may still be running"
#include <cstdio>

__global__ void empty() {}
__global__ void outside(cudaGraphExec_t graph, int* results) {
  results[0] = cudaGraphLaunch(graph, cudaStreamGraphTailLaunch);
}
__global__ void inside(cudaGraphExec_t of_host, cudaGraphExec_t not_uploaded, cudaGraphExec_t good, int* results) {
  results[1] = cudaGraphLaunch(of_host, cudaStreamGraphTailLaunch);
  results[2] = cudaGraphLaunch(not_uploaded, cudaStreamGraphTailLaunch);
  results[3] = cudaGraphLaunch(good, 0);
  results[4] = cudaGraphLaunch(nullptr, cudaStreamGraphFireAndForget);
  results[5] = cudaGraphLaunch(good, cudaStreamGraphFireAndForget);
  results[6] = cudaGraphLaunch(good, cudaStreamGraphFireAndForget);
}

cudaStream_t stream;

template <class Issue>
cudaGraphExec_t graph_of(unsigned flags, Issue issue) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  issue();
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, flags);
  return exec;
}

int main() {
  int* results;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&results, 7 * sizeof(int));
  const auto nothing = [] { empty<<<1, 1, 0, stream>>>(); };
  cudaGraphExec_t of_host = graph_of(0, nothing);
  cudaGraphExec_t not_uploaded = graph_of(cudaGraphInstantiateFlagDeviceLaunch, nothing);
  cudaGraphExec_t good = graph_of(cudaGraphInstantiateFlagDeviceLaunch, nothing);
  cudaGraphUpload(good, stream);
  outside<<<1, 1, 0, stream>>>(good, results);
  cudaGraphLaunch(graph_of(0, [=] { inside<<<1, 1, 0, stream>>>(of_host, not_uploaded, good, results); }), stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 7; ++i) printf("%d%c", results[i], i < 6 ? ' ' : '\n');
}
