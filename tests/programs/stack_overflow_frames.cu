// A recursion without end whose frames are larger than the guard below a stack.
// FINDING: crash error * * message="a thread overflows its stack"
__device__ int depth(int n, int* out) {
  volatile int frame[4000];
  frame[n % 4000] = n;
  return n == 0 ? 0 : depth(n + 1, out) + frame[1];
}

__global__ void k(int* out) { out[0] = depth(1, out); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}
