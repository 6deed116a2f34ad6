// One thread does one round less and meets the others' last round at the next barrier.
// FINDING: barrier-divergence error * * barrier@round barrier@last
// FINDING: barrier-divergence warning * * barrier@last exit
__global__ void k() {
  int rounds = threadIdx.x == 11 ? 2 : 3;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();  // @round
  }
  __syncthreads();  // @last
}

int main() {
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
}
