// Memory of a pool that another stream uses without an order: beside its allocation, and after it was freed.
// FINDING: race error global stream write@m write@k message="cudaMallocFromPoolAsync"
// FINDING: use-after-free error global * write@u
__global__ void set(int* p) { p[threadIdx.x] = 1; }    // @k
__global__ void again(int* p) { p[threadIdx.x] = 2; }  // @u

int main() {
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  int* data;
  cudaMallocFromPoolAsync(&data, 64 * sizeof(int), pool, s);  // @m
  set<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
  cudaFreeAsync(data, s);
  again<<<1, 64, 0, s>>>(data);
  cudaDeviceSynchronize();
}
