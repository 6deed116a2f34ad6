// CLEAN
// STDOUT: ^0 wrong$
//
// Lanes that ask for the same but for their values, and those among them that do not: by another index, from another
// place, in warps of which the block has a part, on the stack.
#include <cstdio>

constexpr unsigned kAll = 0xffffffff;

__device__ int wrong;

__device__ void expect(int is, int wanted) {
  if (is != wanted) atomicAdd(&wrong, 1);
}

__device__ __noinline__ int sum_from(int lane, int value, int depth) {
  return depth == 0 ? __shfl_sync(kAll, value, lane) : sum_from(lane, value, depth - 1) + 1;
}

__global__ void ask(const int* values) {
  const int t = threadIdx.x, lane = t % 32, base = t - lane, lanes = min(32, static_cast<int>(blockDim.x) - base);
  const int v = values[t];
  const auto of = [&](int other) { return values[base + other]; };

  // All alike, in each mode, of whole warps and of parts.
  if (lanes == 32) {
    expect(__shfl_sync(kAll, v, 9), of(9));
    expect(__shfl_up_sync(kAll, v, 3), of(lane < 3 ? lane : lane - 3));
    expect(__shfl_down_sync(kAll, v, 7), of(lane + 7 > 31 ? lane : lane + 7));
    expect(__shfl_xor_sync(kAll, v, 13), of(lane ^ 13));
    expect(__shfl_down_sync(kAll, v, 3, 8), of(lane % 8 + 3 > 7 ? lane : lane + 3));
    expect(__shfl_xor_sync(kAll, v, 16, 16), of(lane & 15));  // Lower parts may be read, not higher ones.
    expect(__shfl_sync(kAll, v, 37, 16), of(lane / 16 * 16 + 5));
  } else {
    const unsigned mask = (1U << lanes) - 1;
    expect(__shfl_sync(mask, v, 2), of(2));
    expect(__shfl_up_sync(mask, v, 1), of(lane < 1 ? lane : lane - 1));
  }
  if (lanes < 32) return;

  // One lane in the middle asks for another's, the others for the same; each for its own; two for theirs.
  expect(__shfl_sync(kAll, v, lane == 5 ? 3 : 9), of(lane == 5 ? 3 : 9));
  expect(__shfl_sync(kAll, v, lane * 7 % 32), of(lane * 7 % 32));
  expect(__shfl_sync(kAll, v, lane == 0 ? 1 : 30), of(lane == 0 ? 1 : 30));
  expect(__shfl_down_sync(kAll, v, lane < 31 ? 1 : 2), of(min(lane + 1, 31)));

  // Votes and gathers behind shuffles, and shuffles behind these.
  expect(__ballot_sync(kAll, lane % 3 == 0) == 0x49249249U, 1);
  expect(__shfl_xor_sync(kAll, v, 1), of(lane ^ 1));
  expect(__match_any_sync(kAll, lane / 4) == 0xfU << lane / 4 * 4, 1);
  expect(__shfl_xor_sync(kAll, v, 2), of(lane ^ 2));
  expect(__any_sync(kAll, lane == 17), 1);

  // Alike, from two places.
  int from_two = 0;
  if (lane < 11) {
    from_two = __shfl_down_sync(kAll, v, 4);
  } else {
    from_two = __shfl_down_sync(kAll, v, 4);
  }
  expect(from_two, of(lane + 4 > 31 ? lane : lane + 4));
  expect(__shfl_xor_sync(kAll, v, 4), of(lane ^ 4));
}

/// One on the stack, of lanes of which one has come further than the others, and then some that all ask for alike.
__global__ void ask_on_stack(const int* values) {
  const int lane = threadIdx.x % 32, v = values[threadIdx.x];
  const auto of = [&](int other) { return values[threadIdx.x - lane + other]; };
  expect(sum_from(12, v, lane == 6 ? 2 : 1), of(12) + (lane == 6 ? 2 : 1));
  expect(__shfl_up_sync(kAll, v, 1), of(lane < 1 ? lane : lane - 1));
  __syncthreads();
  expect(__shfl_down_sync(kAll, v, 1), of(lane + 1 > 31 ? lane : lane + 1));
}

/// One lane comes late, when those before it have asked.
__global__ void ask_before_one_wakes(const int* values) {
  const int lane = threadIdx.x % 32, v = values[threadIdx.x];
  const auto of = [&](int other) { return values[threadIdx.x - lane + other]; };
  expect(__shfl_sync(kAll, v, lane * 7 % 32), of(lane * 7 % 32));
  if (lane == 11) __nanosleep(100);
  expect(__shfl_xor_sync(kAll, v, 8), of(lane ^ 8));
}

int main() {
  int host[168], *values, count;
  for (int i = 0; i < 168; ++i) host[i] = i * i + 3;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  ask<<<3, 168>>>(values);
  ask_on_stack<<<2, 160>>>(values);
  ask_before_one_wakes<<<2, 160>>>(values);
  cudaMemcpyFromSymbol(&count, wrong, sizeof count);
  std::printf("%d wrong\n", count);
}
