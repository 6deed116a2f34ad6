// A graph that a kernel launches beside its own races with what the launching kernel does afterwards, with the nodes that
// follow, and with another one; a sibling also with what is launched at the end.
// COMPILE: -rdc=true
// FINDING: race error global stream write@own read@sum object=data message="sum in cudaStreamGraphFireAndForget accesses data.0. while launch, which launches its graph, may still do so" hint=cudaStreamGraphTailLaunch
// FINDING: race error global stream read@sum write@node object=data
// FINDING: race error global stream read@sum_to write@sum_to object=to
// FINDING: race error global stream write@sum_to read@read object=total
__global__ void sum(const int* data, int* to) {
  *to +=        // @sum_to
      data[0];  // @sum
}
__global__ void read(int* to, const int* total) {
  *to = *total;  // @read
}
__global__ void launch(cudaGraphExec_t one, cudaGraphExec_t other, int* data) {
  cudaGraphLaunch(one, cudaStreamGraphFireAndForget);
  if (other) cudaGraphLaunch(other, cudaStreamGraphFireAndForget);
  if (data) data[0] = 1;  // @own
}
__global__ void fill(int* data) {
  data[0] = 2;  // @node
}
__global__ void launch_beside_and_behind(cudaGraphExec_t sibling, cudaGraphExec_t tail) {
  cudaGraphLaunch(sibling, cudaStreamGraphFireAndForgetAsSibling);
  cudaGraphLaunch(tail, cudaStreamGraphTailLaunch);
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
  return exec;
}

int main() {
  int *data, *total, *result;
  cudaStreamCreate(&stream);
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaGraphExec_t one = graph_of(true, [=] { sum<<<1, 1, 0, stream>>>(data, total); });
  cudaGraphExec_t other = graph_of(true, [=] { sum<<<1, 1, 0, stream>>>(data, total); });
  cudaGraphLaunch(graph_of(false, [=] { launch<<<1, 1, 0, stream>>>(one, nullptr, data); }), stream);
  cudaGraphLaunch(graph_of(false, [=] {
                    launch<<<1, 1, 0, stream>>>(one, nullptr, nullptr);
                    fill<<<1, 1, 0, stream>>>(data);
                  }),
                  stream);
  cudaGraphLaunch(graph_of(false, [=] { launch<<<1, 1, 0, stream>>>(one, other, nullptr); }), stream);
  cudaGraphExec_t tail = graph_of(true, [=] { read<<<1, 1, 0, stream>>>(result, total); });
  cudaGraphLaunch(graph_of(false, [=] { launch_beside_and_behind<<<1, 1, 0, stream>>>(one, tail); }), stream);
  cudaStreamSynchronize(stream);
}
