// A race between streams that a comment allows, met again and again: it stays one suppressed finding.
// CLEAN
__global__ void add(int* data) {
  data[threadIdx.x] += 1;  // fencepost: allow(race) a lost count does not matter
}

int main() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) {
    add<<<1, 64, 0, a>>>(data);
    add<<<1, 64, 0, b>>>(data);
  }
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
