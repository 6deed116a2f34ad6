// Memory used in a stream that does not wait for its allocation; freed while another stream uses it.
// FINDING: race error global stream write@m write@k message="cudaMallocAsync"
// FINDING: race error global stream write@k write@f message="cudaFreeAsync"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @k
}

int main() {
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), s);  // @m
  fill<<<1, 64, 0, t>>>(data);
  cudaFreeAsync(data, s);  // @f
  cudaDeviceSynchronize();
}
