// --fail-on never leaves the exit status to the program.
// OPTIONS: --fail-on never
// EXIT: 0
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
