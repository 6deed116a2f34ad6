// Puts keys into the order of their digits, by one thread for each digit.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// algorithm 2 and figure 5. The last entry of prefixsum is for the proof: it ends the last digit's part of the output.
//
// Usage: parallel_reorder [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N keys; radix 4 (and 4 threads) if N is
// 8, others from 2 to 256 for other N
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "radix/digit.cuh"
#include "radix/parallel_reorder.cuh"
#include "radix/reorder_ghost.h"
#include "radix/reorder_input.h"

__global__ void reorder(const unsigned* input, const int* partial_input, unsigned* output, int* prefixsum, int N) {
  parallel_reorder(input, partial_input, output, prefixsum, N);
}

static bool reorder_is_right(int N) {
  const ReorderInput host(N);
  unsigned *input, *output;
  int *partial_input, *prefixsum;
  cudaMalloc(&input, N * sizeof(unsigned));
  cudaMalloc(&output, N * sizeof(unsigned));
  cudaMalloc(&partial_input, N * sizeof(int));
  cudaMalloc(&prefixsum, (host.radix + 1) * sizeof(int));
  cudaMemcpy(input, host.keys.data(), N * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemcpy(partial_input, host.digits.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(prefixsum, host.prefixsum.data(), (host.radix + 1) * sizeof(int), cudaMemcpyHostToDevice);
  {
#ifdef __FENCEPOST__
    ReorderGhost ghost(input, output, prefixsum, host.radix, N,
                       [&](unsigned key) { return digit_of(key, host.radix, 1); });
    fencepost::GhostCheck equations([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
    reorder<<<1, host.radix>>>(input, partial_input, output, prefixsum, N);
  }
  std::vector<unsigned> reordered(N);
  cudaMemcpy(reordered.data(), output, N * sizeof(unsigned), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(input);
  cudaFree(output);
  cudaFree(partial_input);
  cudaFree(prefixsum);
  if (error != cudaSuccess) {
    printf("parallel_reorder: %s\n", cudaGetErrorString(error));
    return false;
  }
  return host.is_reordered("parallel_reorder", reordered);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "parallel_reorder", 1L << 24);
  for (long N : sizes) {
    if (!reorder_is_right(static_cast<int>(N))) return 1;
  }
  printf("parallel_reorder: the order of %s is right\n", in_words(sizes).c_str());
}
