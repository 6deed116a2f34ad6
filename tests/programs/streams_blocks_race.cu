// The threads named are those that touch the element, however the grid is cut.
// FINDING: race error global stream write@w#3 read@r#35 element=data[99] offset=396
__global__ void fill(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 99) data[i] = i;  // @w
}

__global__ void sum(const int* data, int* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(result, data[i]);  // @r
}

int main() {
  int *data, *result;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(result, 0, sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  fill<<<8, 32, 0, s>>>(data);
  sum<<<4, 64, 0, t>>>(data, result);
  cudaDeviceSynchronize();
}
