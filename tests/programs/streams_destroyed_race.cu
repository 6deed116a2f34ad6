// cudaStreamDestroy does not wait for the stream's work.
// FINDING: race error global stream write@w write@w object=data
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  fill<<<1, 64, 0, s>>>(data);
  cudaStreamDestroy(s);
  cudaStreamCreate(&t);
  fill<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
}
