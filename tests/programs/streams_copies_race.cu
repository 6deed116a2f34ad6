// Two copies to the same place, no kernel involved.
// FINDING: race error global stream write@a write@b bytes=256 size=128 offset=128
__global__ void nothing() {}

int main() {
  int *data, *host;
  cudaMalloc(&data, 256);
  cudaMallocHost(&host, 256);
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  nothing<<<1, 1>>>();
  cudaMemcpyAsync(data, host, 256, cudaMemcpyHostToDevice, s);  // @a
  cudaMemsetAsync(data + 32, 0, 128, t);                         // @b
  cudaDeviceSynchronize();
}
