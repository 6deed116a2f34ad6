// A block's write does not hide its earlier read: the read conflicts with the other block's write as well.
// FINDING: race error global inter-block read@r write@w object=data
// FINDING: race error global inter-block write@w write@w object=data
__device__ int data;

__global__ void k() {
  int value = data;           // @r
  data = value + blockIdx.x;  // @w
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
