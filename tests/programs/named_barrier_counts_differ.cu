// Two warps come to one named barrier with different numbers of threads.
// FINDING: barrier-divergence error * * barrier@a barrier@b message=".*different numbers of threads"
// FINDING: deadlock error * * barrier@b exit
// SCHEDULE-DEPENDENT: how often it is seen
__global__ void k() {
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");  // @a
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");    // @b
  }
}

int main() {
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
}
