// Exclusive prefix sum by a tree stored as a one-dimensional array; any size, by parts.
//
// Paper: T. W. Wiefferink, "Optimization, Specification and Verification of the Prefix Sum Program in an OpenCL
// Environment", University of Twente, 2015, section 4.2. The root is temp[1], the children of temp[i] are temp[2 * i]
// and temp[2 * i + 1], so the leaves are temp[N] … temp[2 * N - 1]. Half the memory of a tree_2d.cu of 8 elements, a
// fifth of one of 1024; but at each level only as many threads work as the level has nodes.
//
// Usage: tree_1d [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N / 2 threads for N elements, padded to a power of
// two; blocks of 512 threads for 1024 elements each for more
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "tree/recursive_scan.cuh"
#include "tree/tree_ghost.h"

// N / 2 threads in each block, N a power of two from 2. Block p scans elements p * N … p * N + N - 1, those past `count`
// being zero, and leaves their sum in sums[p].
template <int N>
__global__ void tree_1d(const int* input, int* output, int* sums, int count) {
  __shared__ int temp[2 * N];
  int t = threadIdx.x;
  int first = blockIdx.x * N;

  temp[N + 2 * t] = first + 2 * t < count ? input[first + 2 * t] : 0;
  temp[N + 2 * t + 1] = first + 2 * t + 1 < count ? input[first + 2 * t + 1] : 0;

  // The up-sweep's first step reads what its thread wrote.
  int nodes = N / 2;
  temp[nodes + t] = temp[2 * (nodes + t)] + temp[2 * (nodes + t) + 1];
  while (nodes > 1) {
    nodes = nodes / 2;
    __syncthreads();
    if (t < nodes) {
      temp[nodes + t] = temp[2 * (nodes + t)] + temp[2 * (nodes + t) + 1];
    }
  }

  // Thread 0 did the up-sweep's last step; the down-sweep's first one is on the same nodes.
  if (t == 0) {
    sums[blockIdx.x] = temp[1];
    temp[3] = temp[2];
    temp[2] = 0;
  }
  while (nodes < N / 2) {
    nodes = 2 * nodes;
    __syncthreads();
    if (t < nodes) {
      temp[2 * (nodes + t) + 1] = temp[2 * (nodes + t)] + temp[nodes + t];
      temp[2 * (nodes + t)] = temp[nodes + t];
    }
  }

  // The last step left each thread its own two leaves.
  if (first + 2 * t < count) {
    output[first + 2 * t] = temp[N + 2 * t];
  }
  if (first + 2 * t + 1 < count) {
    output[first + 2 * t + 1] = temp[N + 2 * t + 1];
  }
}

// Launches the kernel for the smallest N that one block needs, or for blocks of kLargestPart.
template <int N = kLargestPart>
void scan_parts(const int* input, int* output, int* sums, int count) {
  if constexpr (N > 2) {
    if (count <= N / 2) {
      scan_parts<N / 2>(input, output, sums, count);
      return;
    }
  }
#ifdef __FENCEPOST__
  TreeGhost ghost(input, N, count);
  fencepost::GhostCheck invariants([&](const fencepost::AfterInterval& after) {
    const int* temp = after.shared<int>("temp");
    ghost.check(after, [&](int level) { return temp + (N >> level); });
  });
#endif
  tree_1d<N><<<(count + N - 1) / N, N / 2>>>(input, output, sums, count);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "tree_1d", 1L << 24);
  for (long N : sizes) {
    if (!recursive_scan_is_right("tree_1d", static_cast<int>(N), scan_parts<>)) return 1;
  }
  printf("tree_1d: exclusive scan of %s is right\n", in_words(sizes).c_str());
}
