// A kernel is handed the address of a local variable of main().
// SCHEDULE-DEPENDENT: the first thread to fail is named
// FINDING: invalid-address error * * write@w message="writes host memory"
__global__ void set(int* sum) {
  *sum = threadIdx.x;  // @w
}

int main() {
  int sum = 0;
  set<<<1, 32>>>(&sum);
  return cudaDeviceSynchronize() == cudaSuccess;
}
