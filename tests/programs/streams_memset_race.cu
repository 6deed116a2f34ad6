// cudaMemset of device memory returns before it is done, and a non-blocking stream does not wait for it.
// FINDING: race error global stream write@m *@k object=data element=data[0]
__global__ void add(int* data) {
  data[threadIdx.x] += 1;  // @k
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMemset(data, 0, 64 * sizeof(int));  // @m
  add<<<1, 64, 0, s>>>(data);
  cudaDeviceSynchronize();
}
