// The same between blocks.
// FINDING: race error global inter-block write@w557 write@w557 object=x
// FINDING: race error global inter-block write@w575 write@w575 object=y
// FINDING: race error global inter-block write@w755 write@w755 object=z
__device__ int x, y, z;

__global__ void k() {
  int b = blockIdx.x;
  x = b < 2 ? 5 : 7;   // @w557
  y = b == 1 ? 7 : 5;  // @w575
  z = b == 0 ? 7 : 5;  // @w755
}

int main() {
  k<<<3, 1>>>();
  return cudaDeviceSynchronize();
}
