// Threads that return count as arrived: a warning, and only one for many barriers on one line.
// FINDING: barrier-divergence warning * * barrier@b exit
__global__ void k() {
  if (threadIdx.x > 40) return;
  for (int i = 0; i < 5; ++i) {
    __syncthreads();  // @b
  }
}

int main() {
  k<<<3, 64>>>();
  return cudaDeviceSynchronize();
}
