// printf() in kernels: formats, widths, strings, 64-bit values, more than thirty threads in order.
// CLEAN
// STDOUT: ^\[   42\|2a\|-7  \|3\.14\|text\|c\|9000000000\|100%\]$
// STDOUT: ^thread 31 of 32$
// SCHEDULE-DEPENDENT: the output of threads comes in the order they run in
#include <cstdio>

__global__ void k(const char* text) {
  if (threadIdx.x == 0) printf("[%5d|%x|%-4d|%.2f|%s|%c|%lld|100%%]\n", 42, 42, -7, 3.14159, text, 'c', 9000000000ll);
  printf("thread %u of %u\n", threadIdx.x, blockDim.x);
}

int main() {
  char* text;
  cudaMallocManaged(&text, 5);
  cudaMemcpy(text, "text", 5, cudaMemcpyDefault);
  k<<<1, 32>>>(text);
  cudaDeviceSynchronize();
}
