// Each thread writes its own place.
// CLEAN
__device__ int out[64];

__global__ void k() {
  __shared__ int x[64];
  x[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = x[threadIdx.x];
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
