// A kernel that never ends, whose threads mostly answer each other: where they wait is told.
// OPTIONS: --timeout 0.5
// EXIT: 124
// SCHEDULE-DEPENDENT: the loop is stopped wherever it is
// FINDING: timeout error * * *@loop
__global__ void k(int* data) {
  while (__any_sync(~0u, data[0] == 0))  // @loop
    ;
}

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  k<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}
