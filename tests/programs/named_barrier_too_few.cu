// A named barrier for three warps to which two come.
// FINDING: deadlock error * * barrier@sync exit
__global__ void k() {
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory");  // @sync
}

int main() {
  k<<<1, 96>>>();
  cudaDeviceSynchronize();
}
