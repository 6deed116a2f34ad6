// The bytes of a word belong to different threads, of one block and of two.
// CLEAN
__device__ unsigned char out[64];

__global__ void k() {
  __shared__ char x[32];
  int t = threadIdx.x;
  x[t] = t;
  x[t] += 1;
  out[blockIdx.x + 2 * t] = x[t];
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
