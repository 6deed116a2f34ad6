// Exclusive prefix sum by a tree stored as a two-dimensional array, temp[level][node]; any size, by parts.
//
// Paper: T. W. Wiefferink, "Optimization, Specification and Verification of the Prefix Sum Program in an OpenCL
// Environment", University of Twente, 2015, algorithms 2 to 5 and section 4.5. A level's nodes stand at the left of its
// row, and the threads past them work on the blank nodes to their right: no thread is idle while others compute.
//
// Two lines differ from the printed algorithms:
// - Algorithm 5 begins its loop below the root, whose zero then never reaches the leaves. Here the root's step stands
//   before the loop. Like the up-sweep's first step it needs no barrier: its thread holds these nodes already.
// - Algorithm 4 leaves the blank nodes undefined. Here each thread clears its column first, which it owns (figure 9).
//
// Usage: tree_2d [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N threads for N elements, padded to a power of two;
// blocks of 1024 for more
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "tree/recursive_scan.cuh"
#include "tree/tree_ghost.h"

// Levels of a tree with `leaves` leaves, a power of two.
__host__ __device__ constexpr int height_of(int leaves) {
  return leaves == 1 ? 1 : 1 + height_of(leaves / 2);
}

// N threads in each block, N a power of two from 2. Block p scans elements p * N … p * N + N - 1, those past `count`
// being zero, and leaves their sum in sums[p].
template <int N>
__global__ void tree_2d(const int* input, int* output, int* sums, int count) {
  constexpr int H = height_of(N);
  __shared__ int temp[H][N];
  int t = threadIdx.x;
  int first = blockIdx.x * N;

  for (int level = 1; level < H; ++level) {
    temp[level][t] = 0;
  }

  if (t < N / 2) {
    temp[0][2 * t] = first + 2 * t < count ? input[first + 2 * t] : 0;
    temp[0][2 * t + 1] = first + 2 * t + 1 < count ? input[first + 2 * t + 1] : 0;
    // The up-sweep's first step.
    temp[1][t] = temp[0][2 * t] + temp[0][2 * t + 1];
  }
  int level = 1;
  while (level + 1 < H) {
    level = level + 1;
    __syncthreads();
    if (t < N / 2) {
      temp[level][t] = temp[level - 1][2 * t] + temp[level - 1][2 * t + 1];
    }
  }

  if (t == 0) {
    sums[blockIdx.x] = temp[H - 1][0];
  }
  // The whole top row: clearing the root alone would need a condition.
  temp[H - 1][t] = 0;

  // The down-sweep's first step.
  level = H - 1;
  if (t < N / 2) {
    temp[H - 2][2 * t + 1] = temp[H - 2][2 * t] + temp[H - 1][t];
    temp[H - 2][2 * t] = temp[H - 1][t];
  }
  while (level - 1 > 0) {
    level = level - 1;
    __syncthreads();
    if (t < N / 2) {
      temp[level - 1][2 * t + 1] = temp[level - 1][2 * t] + temp[level][t];
      temp[level - 1][2 * t] = temp[level][t];
    }
  }

  if (t < N / 2) {
    if (first + 2 * t < count) {
      output[first + 2 * t] = temp[0][2 * t];
    }
    if (first + 2 * t + 1 < count) {
      output[first + 2 * t + 1] = temp[0][2 * t + 1];
    }
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
    ghost.check(after, [&](int level) { return temp + level * N; });
  });
#endif
  tree_2d<N><<<(count + N - 1) / N, N>>>(input, output, sums, count);
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "tree_2d", 1L << 24);
  for (long N : sizes) {
    if (!recursive_scan_is_right("tree_2d", static_cast<int>(N), scan_parts<>)) return 1;
  }
  printf("tree_2d: exclusive scan of %s is right\n", in_words(sizes).c_str());
}
