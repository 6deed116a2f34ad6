// A non-blocking stream and the default stream do not wait for each other, whichever comes first.
// FINDING: race error global stream write@w *@r object=data launch=2 message="cudaStreamNonBlocking"
// FINDING: race error global stream write@v write@w element=data[0] launch=4
__global__ void first(int* data) {
  data[threadIdx.x] = 1;  // @w
}

__global__ void second(int* data) {
  data[threadIdx.x] += 1;  // @r
}

__global__ void third(int* other) {
  other[threadIdx.x] = 3;  // @v
}

int main() {
  int *data, *other;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&other, 64 * sizeof(int));
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  first<<<1, 64>>>(data);
  second<<<1, 64, 0, s>>>(data);
  cudaDeviceSynchronize();
  third<<<1, 64, 0, s>>>(other);
  first<<<1, 64>>>(other);
  cudaDeviceSynchronize();
}
