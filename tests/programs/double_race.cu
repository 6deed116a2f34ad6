// A double is written while its upper half is read.
// FINDING: race error global intra-warp write@w read@r object=x
__device__ double x;
__device__ int out;

__global__ void k() {
  if (threadIdx.x == 0) x = 2.5;                              // @w
  if (threadIdx.x == 1) out = reinterpret_cast<int*>(&x)[1];  // @r
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
