// A kernel uses memory that a node of a graph before it has freed.
// FINDING: use-after-free error global * write@k
__global__ void set(int* p) { p[threadIdx.x] = 1; }  // @k

int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  int* memory;
  cudaMallocAsync(&memory, 64 * sizeof(int), s);
  cudaFreeAsync(memory, s);
  set<<<1, 64, 0, s>>>(memory);
  cudaStreamEndCapture(s, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaDeviceSynchronize();
}
