// Lesson 3: the scan of Kogge and Stone. Each round adds the element that is `offset` to the left.
#include <cstdio>

__global__ void scan(int* sums) {
  int t = threadIdx.x;
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    int left = t >= offset ? sums[t - offset] : 0;
    __syncthreads();
    sums[t] += left;
  }
}

int main() {
  int* sums;
  cudaMallocManaged(&sums, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) sums[i] = 1;
  scan<<<1, 8>>>(sums);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d ", sums[i]);
  printf("\n");
}
