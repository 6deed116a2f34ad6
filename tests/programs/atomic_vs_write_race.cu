// An atomic operation races with another thread's plain write.
// FINDING: race error global intra-warp atomic@a write@w object=count
__device__ int count;

__global__ void k() {
  if (threadIdx.x == 0) count = 5;  // @w
  atomicAdd(&count, 1);             // @a
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
