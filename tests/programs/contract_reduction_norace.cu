// A sum by several blocks in dynamic shared memory, with a contract: half of the threads get the permissions of the other
// half at each barrier.
// CLEAN
// COMPILE: --contracts
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

/*@
  // Of elements from, from + step, … below end.
  requires step > 0;
  pure int sum(int* xs, int from, int end, int step) = from < end ? xs[from] + sum(xs, from + step, end, step) : 0;
@*/

/*@
  context_everywhere 0 < blockDim.x && n == gridDim.x * blockDim.x;
  context (\forall* int i; 0 <= i && i < n; Perm(&in[i], read));
  requires \shared_mem_size(partial) == blockDim.x;
  requires Perm(&partial[\ltid], write);
  context \ltid == 0 ==> Perm(&out[blockIdx.x], write);
  ensures \ltid == 0 ==> out[blockIdx.x] == sum(in, blockIdx.x * blockDim.x, (blockIdx.x + 1) * blockDim.x, 1);
@*/
__global__ void reduce(const int* in, int* out, int n) {
  extern __shared__ int partial[];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  int tid = threadIdx.x;
  partial[tid] = in[blockIdx.x * blockDim.x + tid];

  // Threads below `stride` hold what threads below 2 * stride had.
  /*@
    loop_invariant 1 <= stride && stride <= blockDim.x;
    loop_invariant (\forall* int i; 0 <= i && i < n; Perm(&in[i], read));
    loop_invariant \ltid == 0 ==> Perm(&out[blockIdx.x], write);
    loop_invariant tid < stride ==> Perm(&partial[tid], write);
    loop_invariant tid < stride ==> partial[tid] == sum(in, blockIdx.x * blockDim.x + tid,
                                                        (blockIdx.x + 1) * blockDim.x, stride);
  @*/
  for (int stride = blockDim.x; stride > 1; stride /= 2) {
    /*@
      requires tid < stride ==> Perm(&partial[tid], write);
      ensures tid < stride / 2 ==> Perm(&partial[tid], write) ** Perm(&partial[tid + stride / 2], write);
    @*/
    block.sync();
    if (tid < stride / 2) partial[tid] += partial[tid + stride / 2];
  }
  if (tid == 0) out[blockIdx.x] = partial[0];
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 16;
  const int blocks = 3, n = threads * blocks;
  std::vector<int> values(n), sums(blocks);
  for (int i = 0; i < n; ++i) values[i] = 11 * i - 100;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reduce<<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
  cudaMemcpy(sums.data(), out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int b = 0; b < blocks; ++b) {
    int expected = 0;
    for (int i = 0; i < threads; ++i) expected += values[b * threads + i];
    if (sums[b] != expected) return printf("wrong\n"), 1;
  }
  printf("right\n");
}
