// Two blocks that wait for each other for ever: ended by --timeout. The report names the lower one.
// OPTIONS: --timeout 1
// EXIT: 124
// SCHEDULE-DEPENDENT: the loop is stopped wherever it is
// FINDING: timeout error * * *@loop
__global__ void k(volatile int* flags) {
  while (flags[1 - blockIdx.x] == 0) {  // @loop
  }
  flags[blockIdx.x] = 1;
}

int main() {
  int* flags;
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  k<<<2, 32>>>(flags);
  cudaDeviceSynchronize();
}
