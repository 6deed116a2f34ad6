// What it does depends on its first argument, its second and its environment, each for few values. For test_sweep.py
// and docs/sweeps.md.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
__global__ void shift(int* data, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t + 1 < n) data[t] = n % 50 == 0 ? data[t + 1] : t;
}
__global__ void wait_for_ever() {
  for (;;) __syncthreads();
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8, b = argc > 2 ? atoi(argv[2]) : 32;
  if (const char* text = getenv("ELEMENTS")) n = atoi(text);
  if (n == 13) {
    fprintf(stderr, "reading sizes\nN must not be %d\n", n);
    return 5;
  }
  if (n == -1) return 0;
  if (n == -2) raise(SIGSEGV);
  if (n == -3) wait_for_ever<<<1, 32>>>();
  if (n == -4) raise(SIGKILL);
  if (n > 0) {
    int* data;
    cudaMalloc(&data, n * sizeof(int));
    cudaMemset(data, 0, n * sizeof(int));
    shift<<<(n + b - 1) / b, b>>>(data, n);
    cudaFree(data);
  }
  cudaDeviceSynchronize();
}
