// What the lanes read after match.any.sync is ordered by __syncwarp().
// CLEAN
__device__ int out[32];

__global__ void k() {
  __shared__ int slot[32];
  slot[threadIdx.x] = threadIdx.x;
  __syncwarp();
  unsigned mask;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(mask) : "r"(threadIdx.x % 2) : "memory");
  out[threadIdx.x] = slot[threadIdx.x ^ 1] + mask;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
