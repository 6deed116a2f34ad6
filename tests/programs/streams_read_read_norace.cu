// Two kernels in two streams read one array, and write two.
// CLEAN
__global__ void copy(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  copy<<<1, 64, 0, s>>>(b, a);
  copy<<<1, 64, 0, t>>>(c, a);
  cudaDeviceSynchronize();
}
