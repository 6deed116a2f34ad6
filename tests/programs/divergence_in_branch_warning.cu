// A barrier in a branch, nothing after it: the other threads have returned.
// FINDING: barrier-divergence warning * * barrier@b exit
__global__ void k() {
  if (threadIdx.x % 2) {
    __syncthreads();  // @b
  }
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
