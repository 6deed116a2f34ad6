// The halves of a word belong to different threads.
// CLEAN
__device__ short out[64];

__global__ void k() { out[2 * threadIdx.x + blockIdx.x] = threadIdx.x; }

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
