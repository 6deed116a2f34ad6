// Unsynchronised histogram: two threads add to the same bin, and one addition is lost.
// FINDING: race error shared intra-block *@count *@count object=bins hint="atomicAdd"
#include <cstdio>

__global__ void histogram(const unsigned char* text, int n, int* result) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) {
    bins[text[i] % 16] += 1;  // @count
  }
  __syncthreads();
  if (t < 16) result[t] = bins[t];
}

int main() {
  unsigned char* text;
  int* result;
  cudaMallocManaged(&text, 256);
  cudaMallocManaged(&result, 16 * sizeof(int));
  for (int i = 0; i < 256; ++i) text[i] = i;
  histogram<<<1, 64>>>(text, 256, result);
  cudaDeviceSynchronize();
  for (int bin = 0; bin < 16; ++bin) {
    if (result[bin] != 16) return printf("bin %d has %d\n", bin, result[bin]), 1;
  }
  printf("counted\n");
}
