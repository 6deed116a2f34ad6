// CLEAN
// STDOUT: ^0 wrong$
//
// Lanes of a warp come to the same operation at two places of the code, in turns and in halves, and to one place after
// the first of them has asked for something else: each gets what it asked for.
#include <cstdio>

constexpr unsigned kAll = 0xffffffff;

__device__ int wrong;

__device__ void expect(unsigned is, unsigned wanted) {
  if (is != wanted) atomicAdd(&wrong, 1);
}

__global__ void in_turns(const int* values) {
  const int t = threadIdx.x, lane = t % 32, base = t - lane;
  const auto of = [&](int other) { return values[base + other]; };
  for (int turn = 0; turn < 4; ++turn) {
    const bool is_here = turn == 0 ? lane % 2 == 0 : turn == 1 ? lane < 16 : turn == 2 ? lane != 0 : lane % 3 != 1;
    int got = 0, vote = 0;
    // The same operation, by lanes at two places.
    if (is_here) {
      got = __shfl_xor_sync(kAll, values[t] + turn, 1);
    } else {
      got = __shfl_xor_sync(kAll, values[t] + turn, 1);
      got += 1000;
    }
    expect(got, of(lane ^ 1) + turn + (is_here ? 0 : 1000));
    if (is_here) {
      vote = __ballot_sync(kAll, lane > 3 + turn);
    } else {
      vote = ~__ballot_sync(kAll, lane > 3 + turn);
    }
    expect(is_here ? vote : ~vote, kAll << (4 + turn));
    if (is_here) __syncwarp();
    if (!is_here) __syncwarp();
    // Behind one place that only some come to, all come to the next.
    if (lane % 2 == 0) got += __shfl_sync(0x55555555, got, lane);
    expect(__shfl_down_sync(kAll, lane + turn, turn + 1), lane + turn + (lane + turn + 1 < 32 ? turn + 1 : 0));
    expect(__any_sync(kAll, lane == 31 - turn) + 2 * __all_sync(kAll, lane >= turn), turn == 0 ? 3 : 1);
  }
}

int main() {
  constexpr int kThreads = 96;
  int values[kThreads], *data, result = 0;
  for (int i = 0; i < kThreads; ++i) values[i] = i * i;
  cudaMalloc(&data, sizeof values);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  in_turns<<<3, kThreads>>>(data);
  cudaMemcpyFromSymbol(&result, wrong, sizeof result);
  std::printf("%d wrong\n", result);
}
