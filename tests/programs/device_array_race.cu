// A __device__ array: named, with the element.
// FINDING: race error global intra-block write@w read@r object=table element=table[5] bytes=256
__device__ int table[64];
__device__ int out;

__global__ void k() {
  if (threadIdx.x == 5) table[5] = 1;     // @w
  if (threadIdx.x == 40) out = table[5];  // @r
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
