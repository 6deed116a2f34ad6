// Puts keys into the order of their digits: partitions are sorted all at once, then inserted one by one.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// figure 2 and the text below it, which calls it the faster way.
//
// Usage: partition_reorder [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N keys in partitions of 64, one thread for
// each; radix 4 if N is 8, others from 2 to 256 for other N
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "radix/digit.cuh"
#include "radix/partition_reorder.cuh"
#include "radix/reorder_ghost.h"
#include "radix/reorder_input.h"

__global__ void sort_partitions(const unsigned* input, const int* partial_input, unsigned* sorted, int* sorted_digits,
                                int N) {
  sort_partition(input, partial_input, sorted, sorted_digits, N);
}

__global__ void insert(const unsigned* sorted, const int* sorted_digits, unsigned* output, int* prefixsum, int N) {
  insert_partitions(sorted, sorted_digits, output, prefixsum, N);
}

static bool reorder_is_right(int N) {
  const ReorderInput host(N);
  unsigned *input, *sorted, *output;
  int *partial_input, *sorted_digits, *prefixsum;
  cudaMalloc(&input, N * sizeof(unsigned));
  cudaMalloc(&sorted, N * sizeof(unsigned));
  cudaMalloc(&output, N * sizeof(unsigned));
  cudaMalloc(&partial_input, N * sizeof(int));
  cudaMalloc(&sorted_digits, N * sizeof(int));
  cudaMalloc(&prefixsum, (host.radix + 1) * sizeof(int));
  cudaMemcpy(input, host.keys.data(), N * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemcpy(partial_input, host.digits.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(prefixsum, host.prefixsum.data(), (host.radix + 1) * sizeof(int), cudaMemcpyHostToDevice);
  const int partitions = (N + kPartition - 1) / kPartition;
  {
#ifdef __FENCEPOST__
    PartitionGhost ghost(input, sorted, N, [&](unsigned key) { return digit_of(key, host.radix, 1); });
    fencepost::GhostCheck first_partition([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
    sort_partitions<<<partitions, kPartition>>>(input, partial_input, sorted, sorted_digits, N);
  }
  {
#ifdef __FENCEPOST__
    ReorderGhost ghost(input, output, prefixsum, host.radix, N,
                       [&](unsigned key) { return digit_of(key, host.radix, 1); });
    fencepost::GhostCheck equations([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
    insert<<<1, kPartition>>>(sorted, sorted_digits, output, prefixsum, N);
  }
  std::vector<unsigned> reordered(N);
  cudaMemcpy(reordered.data(), output, N * sizeof(unsigned), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(input);
  cudaFree(sorted);
  cudaFree(output);
  cudaFree(partial_input);
  cudaFree(sorted_digits);
  cudaFree(prefixsum);
  if (error != cudaSuccess) {
    printf("partition_reorder: %s\n", cudaGetErrorString(error));
    return false;
  }
  return host.is_reordered("partition_reorder", reordered);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "partition_reorder", 1L << 24);
  for (long N : sizes) {
    if (!reorder_is_right(static_cast<int>(N))) return 1;
  }
  printf("partition_reorder: the order of %s is right\n", in_words(sizes).c_str());
}
