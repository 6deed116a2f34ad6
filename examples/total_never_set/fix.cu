// One thread sets the sum to zero before the others add to it.
// CLEAN
// STDOUT: ^right$
#include <cstdio>

__global__ void sum(const int* a, int* result) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, a[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *result = total;
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
