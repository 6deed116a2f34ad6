// The two writes of a race are on different lines; threads 3 and 9 alone meet.
// FINDING: race error global intra-warp write@first write@second object=out element=out[5] occurrences=1
__device__ int out[64];

__global__ void k() {
  if (threadIdx.x == 3) out[5] = 1;  // @first
  if (threadIdx.x == 9) out[5] = 2;  // @second
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
