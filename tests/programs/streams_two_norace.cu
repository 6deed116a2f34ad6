// One stream; two streams with a wait of the host between them.
// CLEAN
__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  fill<<<1, 64, 0, s>>>(data);
  twice<<<1, 64, 0, s>>>(data);
  cudaStreamSynchronize(s);
  twice<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
  twice<<<1, 64, 0, s>>>(data);
  while (cudaStreamQuery(s) == cudaErrorNotReady) {
  }
  twice<<<1, 64, 0, t>>>(data);
  cudaFree(data);
}
