// A program whose accesses are ordered one by one: its kernels' accesses are known from another record.
// FINDING: race error global stream write@w#5 read@r#5 element=data[5]
__global__ void produce(int* data) {
  __syncwarp();
  if (threadIdx.x == 5) data[threadIdx.x] = 1;  // @w
}

__global__ void consume(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // @r
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  produce<<<1, 32, 0, s>>>(data);
  consume<<<1, 32, 0, t>>>(data, out);
  cudaDeviceSynchronize();
}
