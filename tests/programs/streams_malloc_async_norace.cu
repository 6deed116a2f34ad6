// Memory allocated and freed in the order of streams.
// CLEAN
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t ready;
  cudaEventCreate(&ready);
  int *data, *other;
  cudaMallocAsync(&data, 64 * sizeof(int), s);
  fill<<<1, 64, 0, s>>>(data);
  cudaFreeAsync(data, s);
  cudaMallocAsync(&other, 64 * sizeof(int), t);  // Perhaps the same memory.
  fill<<<1, 64, 0, t>>>(other);
  cudaEventRecord(ready, t);
  cudaStreamWaitEvent(s, ready);
  fill<<<1, 64, 0, s>>>(other);
  cudaFreeAsync(other, s);
  int* third;
  cudaMalloc(&third, 64 * sizeof(int));
  fill<<<1, 64, 0, s>>>(third);
  cudaFree(third);  // Waits for the device.
  cudaDeviceSynchronize();
}
