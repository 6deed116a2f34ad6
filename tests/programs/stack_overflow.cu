// A recursion without end.
// FINDING: crash error * * message="(?i)stack"
__device__ int depth(int n) {
  volatile int frame[32] = {n};
  return n < 0 ? 0 : 1 + depth(n + frame[0] % 2) + frame[1];
}

__global__ void k(int* out) { *out = depth(2); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}
