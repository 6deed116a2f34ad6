// Elements of a span are memory of the device: each thread adds its neighbour's.
// FINDING: race error global intra-block write@add read@add object=data
// FINDING-COUNT: 1
#include <cuda/std/span>

__global__ void k(int* data) {
  const cuda::std::span<int> part(data + threadIdx.x, 2);
  part[0] += part[1];  // @add
}

int main() {
  int* data;
  cudaMalloc(&data, 65 * sizeof(int));
  cudaMemset(data, 0, 65 * sizeof(int));
  k<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}
