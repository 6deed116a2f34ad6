// A sum is added up in shared memory that nobody sets to zero: what it holds at the start is left from other blocks.
// FINDING: uninitialized-read error shared none atomic@add object=total occurrences=1
// FINDING: uninitialized-read warning shared none read@read object=total
#include <cstdio>

__global__ void sum(const int* a, int* result) {
  __shared__ int total;
  __syncthreads();
  atomicAdd(&total, a[threadIdx.x]);  // @add
  __syncthreads();
  if (threadIdx.x == 0) *result = total;  // @read
}

int main() {
  int ones[64], result, *a, *r;
  for (int& one : ones) one = 1;
  cudaMalloc(&a, sizeof(ones));
  cudaMalloc(&r, sizeof(int));
  cudaMemcpy(a, ones, sizeof(ones), cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(a, r);
  cudaMemcpy(&result, r, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s\n", result == 64 ? "right" : "wrong");
  cudaFree(a);
  cudaFree(r);
}
