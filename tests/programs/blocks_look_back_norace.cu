// Decoupled look-back: a scan in one pass, in which each block polls its predecessors, a warp at a time. The blocks are
// numbered backwards, so that those that are waited for begin last.
// CLEAN
// STDOUT: ^496 of 496$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

constexpr int kEmpty = 0, kSum = 1, kPrefix = 2;

__global__ void scan(int* values, volatile int* sums, volatile int* prefixes, int* states) {
  __shared__ int before;
  const int part = gridDim.x - 1 - blockIdx.x;
  const int i = part * blockDim.x + threadIdx.x;
  int inclusive = values[i];
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(0xffffffff, inclusive, d);
    if (threadIdx.x >= d) inclusive += left;
  }
  if (threadIdx.x == 31) {
    sums[part] = inclusive;
    __threadfence();
    atomicExch(&states[part], kSum);
  }
  int sum = 0;
  for (int last = part - 1; last >= 0; last -= 32) {
    const int mine = last - (int)threadIdx.x;
    int state;
    do {
      state = mine < 0 ? kPrefix : atomicAdd(&states[mine], 0);
      __threadfence();
    } while (__any_sync(0xffffffff, state == kEmpty));
    const unsigned complete = __ballot_sync(0xffffffff, state == kPrefix);
    const int stop = complete != 0 ? __ffs(complete) - 1 : 32;
    int add = 0;
    if (mine >= 0 && (int)threadIdx.x <= stop) add = state == kPrefix ? prefixes[mine] : sums[mine];
    for (int d = 16; d > 0; d /= 2) add += __shfl_xor_sync(0xffffffff, add, d);
    sum += add;
    if (complete != 0) break;
  }
  if (threadIdx.x == 31) {
    prefixes[part] = sum + inclusive;
    __threadfence();
    atomicExch(&states[part], kPrefix);
    before = sum;
  }
  __syncthreads();
  values[i] = before + inclusive;
}

int main() {
  const int n = 32 * 31 / 2;
  int *values, *sums, *prefixes, *states;
  cudaMallocManaged(&values, 512 * sizeof(int));
  cudaMalloc(&sums, 16 * sizeof(int));
  cudaMalloc(&prefixes, 16 * sizeof(int));
  cudaMalloc(&states, 16 * sizeof(int));
  cudaMemset(states, 0, 16 * sizeof(int));
  for (int i = 0; i < 512; ++i) values[i] = 1;
  scan<<<16, 32>>>(values, sums, prefixes, states);
  cudaDeviceSynchronize();
  int right = 0;
  for (int i = 0; i < n; ++i) right += values[i] == i + 1;
  printf("%d of %d\n", right, n);
}
