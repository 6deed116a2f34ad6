// A kernel whose endless loop is a few bytes long ends by --timeout, too, and where it was is told.
// OPTIONS: --timeout 0.5
// EXIT: 124
// SCHEDULE-DEPENDENT: the loop is stopped wherever it is
// FINDING: timeout error * * *@loop
__global__ void k() {
  for (volatile int i = 0;; ++i) {  // @loop
  }
}

int main() {
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
}
