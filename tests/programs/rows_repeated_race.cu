// The neighbour's element is read in each turn of a loop in which the neighbour writes it in each turn.
// FINDING: race error global inter-block write@write read@read object=d element=d[64] occurrences=9
// FINDING: race error global intra-block write@write read@read object=d element=d[1] occurrences=756
#include <cstdio>

__global__ void sum(int* d, int turns) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < turns; ++i) {
    d[t] +=        // @write
        d[t + 1];  // @read
  }
}

int main() {
  int* d;
  cudaMalloc(&d, 257 * sizeof(int));
  cudaMemset(d, 0, 257 * sizeof(int));
  for (int i = 0; i < 3; ++i) sum<<<4, 64>>>(d, 10);
  return cudaDeviceSynchronize();
}
