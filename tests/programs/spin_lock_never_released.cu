// A block keeps the lock that the others need.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// FINDING: deadlock error none intra-block barrier@lock exit message="memory that nobody changes"
__global__ void k(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {  // @lock
    }
    __threadfence();
    ++*sum;
    __threadfence();
    if (blockIdx.x != 2) atomicExch(lock, 0);
  }
}

int main() {
  int* words;
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  k<<<5, 32>>>(words, words + 1);
  cudaDeviceSynchronize();
}
