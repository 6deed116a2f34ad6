// Two kernels in two streams write the same array.
// FINDING: race error global stream write@a#0 write@b#0 object=data element=data[0] size=4 message="fill.* in stream 1 and twice.* in stream 2 access data\[0\], and nothing orders them" hint="event"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @a
}

__global__ void twice(int* data) {
  data[threadIdx.x] = 2;  // @b
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  fill<<<1, 64, 0, s>>>(data);
  twice<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
}
