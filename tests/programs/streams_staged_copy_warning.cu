// cudaMemcpy from pageable memory may return when the data is put aside. A non-blocking stream does not wait for the
// rest of the way; blocking ones do, and the host that synchronises.
// FINDING: race warning global stream write@c *@k object=data message="pageable"
__global__ void add(int* data) {
  data[threadIdx.x] += 1;  // @k
}

int main() {
  static int host[64];
  int* data;
  cudaMalloc(&data, sizeof host);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreate(&t);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);  // @c
  add<<<1, 64, 0, s>>>(data);
  cudaDeviceSynchronize();
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  add<<<1, 64, 0, s>>>(data);
  cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
}
