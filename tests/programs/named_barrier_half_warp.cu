// A named barrier counts warps: 48 threads are no number of them.
// FINDING: barrier-divergence error * * barrier@b message=".*multiple of 32"
__global__ void k() {
  asm volatile("bar.sync 1, 48;" ::: "memory");  // @b
}

int main() {
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
}
