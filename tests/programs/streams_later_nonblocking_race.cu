// The stream is created after the kernel was launched, and does not wait for it all the same.
// FINDING: race error global stream write@w *@r object=data
__global__ void first(int* data) {
  data[threadIdx.x] = 1;  // @w
}

__global__ void second(int* data) {
  data[threadIdx.x] += 1;  // @r
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  first<<<1, 64>>>(data);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  second<<<1, 64, 0, s>>>(data);
  cudaDeviceSynchronize();
}
