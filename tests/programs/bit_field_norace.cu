// A store of a bit-field keeps what else is in its word, whether that was written or not.
// CLEAN
#include <cstdint>
#include <cstdio>

struct State {
  std::uint64_t index : 31, done : 1, node : 32;
};
struct Small {
  unsigned char low : 3, high : 5;
};

__global__ void fill(State* states, int* bad) {
  __shared__ Small small[32];
  const int i = threadIdx.x;
  states[i].index = 3 * i;
  states[i].done = i % 2;
  states[i].node = 0;
  small[i].low = i;
  small[i].high = i;
  Small own[2];
  own[i % 2].low = 1;
  __syncthreads();
  const State state = states[31 - i];
  const Small other = small[31 - i];
  if (state.index != 3u * (31 - i) || state.done != (31 - i) % 2 || state.node != 0) *bad = 1;
  if (other.low != (31 - i) % 8 || other.high != 31 - i || own[i % 2].low != 1) *bad = 2;
}

int main() {
  State* states;
  int *bad, result = 0;
  cudaMalloc(&states, 32 * sizeof(State));
  cudaMalloc(&bad, sizeof(int));
  cudaMemset(bad, 0, sizeof(int));
  fill<<<1, 32>>>(states, bad);
  cudaMemcpy(&result, bad, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(states);
  cudaFree(bad);
  return result;
}
