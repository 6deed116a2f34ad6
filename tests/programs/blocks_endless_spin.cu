// Two blocks that wait for each other for ever: the deadlock is found, no time needs to run out.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// FINDING: deadlock error none intra-block barrier@loop message="memory that nobody changes" occurrences=2
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
