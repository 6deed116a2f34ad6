// --error-exitcode chooses the exit status of a run with findings.
// OPTIONS: --error-exitcode 9 --same-value error
// EXIT: 9
// FINDING: race error global inter-block write@w write@w
__global__ void k(int* data) {
  *data = blockIdx.x;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  k<<<2, 1>>>(data);
  return cudaDeviceSynchronize();
}
