// Kernels take up to 32,764 bytes of parameters; a launch that is kept in a graph has its own copy of them.
// CLEAN
struct Large {
  int values[8188];
};
struct alignas(16) Four {
  int values[4];
};

__global__ void sum(Large large, int* out) {
  for (int i = threadIdx.x; i < 8188; i += blockDim.x) atomicAdd(out, large.values[i]);
}
__global__ void of_alignment(char first, Four four, int* out) { *out += first + four.values[3]; }

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  Large large = {};
  large.values[0] = 1;
  large.values[8187] = 41;
  sum<<<1, 64>>>(large, out);
  of_alignment<<<1, 1>>>(1, {{0, 0, 0, 2}}, out);
  cudaDeviceSynchronize();
  if (*out != 45) return 1;

  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  sum<<<1, 64, 0, stream>>>(large, out);
  cudaStreamEndCapture(stream, &graph);
  large.values[0] = 1000;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  return *out == 45 + 42 ? 0 : 1;
}
