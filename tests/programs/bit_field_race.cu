// Two bit-fields of one word are one place.
// FINDING: race error global intra-warp *@a *@b object=bits
struct Bits {
  unsigned a : 4, b : 4;
};
__device__ Bits bits;

__global__ void k() {
  if (threadIdx.x == 0) bits.a = 3;  // @a
  if (threadIdx.x == 1) bits.b = 5;  // @b
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
