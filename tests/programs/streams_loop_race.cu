// Many launches of the same two kernels: one finding.
// FINDING: race error global stream *@w *@w object=data occurrences=19
__global__ void add(int* data) {
  data[threadIdx.x] += 1;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  for (int i = 0; i < 10; ++i) {
    for (cudaStream_t stream : {s, t}) add<<<1, 64, 0, stream>>>(data);
  }
  cudaDeviceSynchronize();
}
