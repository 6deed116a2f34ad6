// Atomic operations of two streams on one counter.
// CLEAN
__global__ void count(int* counter) { atomicAdd(counter, 1); }

int main() {
  int* counter;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  count<<<1, 64, 0, s>>>(counter);
  count<<<1, 64, 0, t>>>(counter);
  cudaDeviceSynchronize();
}
