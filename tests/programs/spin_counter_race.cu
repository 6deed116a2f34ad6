// A block that counts while it waits, and looks at nothing but plain memory, lets the others run.
// SCHEDULE-DEPENDENT: how often a thread counts before it sees the flag
// FINDING: race error global inter-block read@wait write@set
__global__ void k(int* flag, int* tries) {
  if (blockIdx.x == 0) {
    while (*flag == 0) atomicAdd(tries, 1);  // @wait
  } else {
    *flag = 1;  // @set
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMemset(data, 0, 2 * sizeof(int));
  k<<<2, 1>>>(data, data + 1);
  cudaDeviceSynchronize();
}
