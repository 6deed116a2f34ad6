// Radix sort, least significant digit first: count, prefix sum and reorder for each digit. Stable, for all 32-bit keys
// and any radix from 2 to 256.
//
// Paper: D. van Oorschot, "Let's sort this out: GPGPU Verification of Radix Sort", University of Twente, 2020,
// section 2.1: algorithm 1, Blelloch's scan, and algorithm 2, or for many keys the faster reorder of figure 2.
//
// Usage: radix_sort [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N keys; radix 4 if N is 8, others from 2 to 256
// for other N
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"
#include "radix/count_ghost.h"
#include "radix/digit.cuh"
#include "radix/keys.h"
#include "radix/parallel_count.cuh"
#include "radix/parallel_reorder.cuh"
#include "radix/partition_reorder.cuh"
#include "radix/reorder_ghost.h"
#include "scan/blelloch.cuh"
#include "scan/multi_block.cuh"
#include "scan/sum.cuh"

// From this number of keys on, the work of algorithm 2, the radix times the keys, is too much for its few threads.
constexpr int kMany = 256;

// Partitions that are counted side by side.
constexpr int kPartitions = 32;

// A key and where it stood at first, which shows whether equal keys keep their order.
struct Record {
  unsigned key, index;
};
inline bool operator==(const Record& a, const Record& b) {
  return a.key == b.key && a.index == b.index;
}
inline bool operator<(const Record& a, const Record& b) {
  return a.key < b.key || (a.key == b.key && a.index < b.index);
}

__global__ void extract_digits(const Record* input, int* partial_input, unsigned radix, unsigned weight, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    partial_input[i] = digit_of(input[i].key, radix, weight);
  }
}

__global__ void count_digits(const int* partial_input, int* counts, int* tempCounts, int radix, int N) {
  parallel_count(partial_input, counts, tempCounts, radix, kPartitions, N);
}

__global__ void reorder(const Record* input, const int* partial_input, Record* output, int* prefixsum, int N) {
  parallel_reorder(input, partial_input, output, prefixsum, N);
}

__global__ void sort_partitions(const Record* input, const int* partial_input, Record* sorted, int* sorted_digits,
                                int N) {
  sort_partition(input, partial_input, sorted, sorted_digits, N);
}

__global__ void insert(const Record* sorted, const int* sorted_digits, Record* output, int* prefixsum, int N) {
  insert_partitions(sorted, sorted_digits, output, prefixsum, N);
}

// Device memory for sorting N records.
struct Workspace {
  Workspace(int N, int radix) {
    cudaMalloc(&output, N * sizeof(Record));
    cudaMalloc(&sorted, N * sizeof(Record));
    cudaMalloc(&partial_input, N * sizeof(int));
    cudaMalloc(&sorted_digits, N * sizeof(int));
    cudaMalloc(&tempCounts, kPartitions * radix * sizeof(int));
    cudaMalloc(&prefixsum, (radix + 1) * sizeof(int));
  }
  ~Workspace() {
    cudaFree(output);
    cudaFree(sorted);
    cudaFree(partial_input);
    cudaFree(sorted_digits);
    cudaFree(tempCounts);
    cudaFree(prefixsum);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  Record *output, *sorted;
  int *partial_input, *sorted_digits, *tempCounts, *prefixsum;
};

// Leaves in work.prefixsum, radix + 1 entries, how many of the digits are less than 0, 1, … radix.
static void count_and_scan(const Workspace& work, int radix, int N) {
  cudaMemset(work.prefixsum, 0, (radix + 1) * sizeof(int));
  {
#ifdef __FENCEPOST__
    CountGhost ghost(work.partial_input, work.prefixsum, radix, kPartitions, N);
    fencepost::GhostCheck equations([&](const fencepost::AfterInterval& after) {
      ghost.check(after, after.array(work.tempCounts));
    });
#endif
    count_digits<<<1, std::max(radix, kPartitions)>>>(work.partial_input, work.prefixsum, work.tempCounts, radix, N);
  }
  scan<Blelloch>(work.prefixsum, radix + 1, Sum<int>());
}

// Puts `input` into work.output by the digits in work.partial_input, which have this weight.
static void reorder_by_digits(const Record* input, const Workspace& work, int radix, [[maybe_unused]] unsigned weight,
                              int N) {
#ifdef __FENCEPOST__
  const auto digit = [=](const Record& record) { return digit_of(record.key, radix, weight); };
  ReorderGhost ghost(input, work.output, work.prefixsum, radix, N, digit);
#endif
  if (N < kMany) {
#ifdef __FENCEPOST__
    fencepost::GhostCheck equations([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
    reorder<<<1, radix>>>(input, work.partial_input, work.output, work.prefixsum, N);
    return;
  }
  const int partitions = (N + kPartition - 1) / kPartition;
  sort_partitions<<<partitions, kPartition>>>(input, work.partial_input, work.sorted, work.sorted_digits, N);
#ifdef __FENCEPOST__
  fencepost::GhostCheck equations([&](const fencepost::AfterInterval& after) { ghost.check(after); });
#endif
  insert<<<1, kPartition>>>(work.sorted, work.sorted_digits, work.output, work.prefixsum, N);
}

// Sorts N records of device memory by their keys.
static void radix_sort(Record* records, int radix, int N) {
  const Workspace work(N, radix);
  unsigned weight = 1;
  for (int iteration = 0; iteration < digits_of_a_key(radix); ++iteration) {
    extract_digits<<<(N + 255) / 256, 256>>>(records, work.partial_input, radix, weight, N);
    count_and_scan(work, radix, N);
    reorder_by_digits(records, work, radix, weight, N);
    cudaMemcpy(records, work.output, N * sizeof(Record), cudaMemcpyDeviceToDevice);
    weight = weight * radix;
  }
}

static bool sort_is_right(int N) {
  const std::vector<unsigned> keys = random_keys(N);
  std::vector<Record> input(N), output(N);
  for (int i = 0; i < N; ++i) {
    input[i] = {keys[i], static_cast<unsigned>(i)};
  }
  Record* records;
  cudaMalloc(&records, N * sizeof(Record));
  cudaMemcpy(records, input.data(), N * sizeof(Record), cudaMemcpyHostToDevice);
  radix_sort(records, radix_for(N), N);
  cudaMemcpy(output.data(), records, N * sizeof(Record), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(records);
  if (error != cudaSuccess) {
    printf("radix_sort: %s\n", cudaGetErrorString(error));
    return false;
  }
  // Records are in order by key, then by where they stood, only after a stable sort.
  std::sort(input.begin(), input.end());
  for (int i = 0; i < N; ++i) {
    if (!(output[i] == input[i])) {
      printf("radix_sort: of %d elements by radix %d, output[%d] is %u from %u, not %u from %u\n", N, radix_for(N), i,
             output[i].key, output[i].index, input[i].key, input[i].index);
      return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "radix_sort", 1L << 24);
  for (long N : sizes) {
    if (!sort_is_right(static_cast<int>(N))) return 1;
  }
  printf("radix_sort: the sort of %s is right\n", in_words(sizes).c_str());
}
