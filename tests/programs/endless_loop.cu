// A kernel that never ends, and --timeout.
// OPTIONS: --timeout 0.5
// EXIT: 124
// SCHEDULE-DEPENDENT: the loop is stopped wherever it is
// FINDING: timeout error * * *@loop
__global__ void k(int* data) {
  while (*data == 0) data[1] += 1;  // @loop
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMemset(data, 0, 2 * sizeof(int));
  k<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}
