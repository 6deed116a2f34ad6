// The host waits for the wrong stream.
// FINDING: race error global stream write@w write@w object=data occurrences=1
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  fill<<<1, 64, 0, s>>>(data);
  cudaStreamSynchronize(t);
  fill<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
}
