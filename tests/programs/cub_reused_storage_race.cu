// Two reductions in the same shared memory of CUB's, with no barrier between them.
// NEEDS: cub/version.cuh
// FINDING: race error shared intra-block *@second *@first object=storage
#include <cub/block/block_reduce.cuh>

using Reduce = cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;

__global__ void sums(const int* data, int* results) {
  __shared__ typename Reduce::TempStorage storage;
  const int x = data[threadIdx.x];
  const int sum = Reduce(storage).Sum(x);           // @first
  const int largest = Reduce(storage).Reduce(x, cub::Max());  // @second
  if (threadIdx.x == 0) {
    results[0] = sum;
    results[1] = largest;
  }
}

int main() {
  int* data = nullptr;
  int* results = nullptr;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&results, 2 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  sums<<<1, 128>>>(data, results);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(results);
}
