// Two kernels race; each has its own finding, in the order of the launches.
// FINDING: race error global intra-warp write@first write@first kernel="^a\\(" launch=1
// FINDING: race error global inter-block write@second write@second kernel="^b\\(" launch=2
__device__ int data;

__global__ void a() {
  data = threadIdx.x;  // @first
}

__global__ void b() {
  data = blockIdx.x;  // @second
}

int main() {
  a<<<1, 32>>>();
  b<<<32, 1>>>();
  return cudaDeviceSynchronize();
}
