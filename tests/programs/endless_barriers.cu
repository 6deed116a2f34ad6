// A kernel that meets barriers for ever, after a race, which is reported none the less.
// OPTIONS: --timeout 0.5
// EXIT: 124
// SCHEDULE-DEPENDENT: the loop is stopped wherever it is
// FINDING: race error global intra-warp write@w write@w object=data
// FINDING: timeout error * *
__global__ void k(int* data) {
  data[1] = threadIdx.x;  // @w
  __syncthreads();
  while (data[0] == 0) {
    __syncthreads();
    if (threadIdx.x == 0) data[2] += 1;
    __syncthreads();
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 3 * sizeof(int));
  cudaMemset(data, 0, 3 * sizeof(int));
  k<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}
