// A copy in one stream of what a kernel in another writes; a copy to what a kernel in another reads.
// FINDING: race error global stream read@c write@k object=data kernel="fill.*"
// FINDING: race error global stream write@d read@r object=data kernel="sum.*"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @k
}

__global__ void sum(const int* data, int* result) {
  atomicAdd(result, data[threadIdx.x]);  // @r
}

int main() {
  int *data, *result, *host;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  fill<<<1, 64, 0, s>>>(data);
  cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, t);  // @c
  cudaDeviceSynchronize();
  cudaMemset(result, 0, sizeof(int));
  cudaMemcpyAsync(data, host, 64 * sizeof(int), cudaMemcpyHostToDevice, s);  // @d
  sum<<<1, 64, 0, t>>>(data, result);
  cudaDeviceSynchronize();
}
