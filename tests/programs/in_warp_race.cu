// Neighbours within each warp race, threads of two warps never: __syncwarp() is what is missing. Where all threads read
// what thread 0 writes, the pair that is told is of one warp, the others are not.
// FINDING: race error shared intra-warp write@write read@read element=tile[0] hint="^put __syncwarp\(\) between"
// FINDING: race error shared intra-warp read@shift write@shift object=line hint="a local variable, __syncwarp\(\), "
// FINDING: race error shared intra-block write@all read@seen object=word hint="^put __syncthreads\(\), which"
#include <cstdio>

__global__ void k(int* out) {
  __shared__ int tile[128], line[128], word;
  const unsigned thread = threadIdx.x;
  const unsigned next = thread / 32 * 32 + (thread + 1) % 32;
  line[thread] = 1;
  __syncthreads();
  tile[thread] = 1;            // @write
  out[thread] = tile[next];    // @read
  line[thread] += line[next];  // @shift
  if (thread == 0) word = 1;   // @all
  out[thread] += word;         // @seen
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  k<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
