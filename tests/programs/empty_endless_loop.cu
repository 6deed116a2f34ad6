// A loop that accesses no memory can be stopped too.
// OPTIONS: --timeout 0.5
// EXIT: 124
// FINDING: timeout error * *
// SCHEDULE-DEPENDENT: the loop is stopped wherever it is
__global__ void k() {
  while (clock64() != 0) {
  }
}

int main() {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
}
