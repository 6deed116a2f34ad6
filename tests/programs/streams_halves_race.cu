// The halves overlap in one element.
// FINDING: race error global stream write@w#32 write@w#0 element=data[32] offset=64 size=2
__global__ void half(short* data, int first) {
  data[first + threadIdx.x] = 1;  // @w
}

int main() {
  short* data;
  cudaMalloc(&data, 66 * sizeof(short));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  half<<<1, 33, 0, s>>>(data, 0);
  half<<<1, 33, 0, t>>>(data, 32);
  cudaDeviceSynchronize();
}
