// A blocking stream waits for cudaMemset; cudaMemset of managed memory is done when it returns.
// CLEAN
__global__ void add(int* data) { data[threadIdx.x] += 1; }

int main() {
  int *data, *managed;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMallocManaged(&managed, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaMemset(data, 0, 64 * sizeof(int));
  add<<<1, 64, 0, s>>>(data);
  cudaMemset(managed, 0, 64 * sizeof(int));
  add<<<1, 64, 0, t>>>(managed);
  cudaMemsetAsync(data, 0, 64 * sizeof(int), s);
  add<<<1, 64, 0, s>>>(data);
  cudaDeviceSynchronize();
}
