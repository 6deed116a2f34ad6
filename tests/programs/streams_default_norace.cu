// The legacy default stream waits for blocking streams, and they for it: so it orders them among each other, too.
// CLEAN
__global__ void add(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  int *data, *other;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&other, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaMemset(other, 0, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  add<<<1, 64>>>(data, 1);
  add<<<1, 64, 0, s>>>(data, 2);
  add<<<1, 64>>>(data, 3);
  add<<<1, 64, 0, s>>>(data, 4);
  add<<<1, 64, 0, cudaStreamLegacy>>>(other, 5);
  add<<<1, 64, 0, t>>>(data, 6);
  add<<<1, 64, 0, cudaStreamPerThread>>>(other, 7);
  add<<<1, 64>>>(other, 8);
  cudaDeviceSynchronize();
}
