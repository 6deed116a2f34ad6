// An unaligned 4-byte store, as a packed struct makes it, reaches into the next word.
// FINDING: race error shared intra-warp write@w write@w2 object=x
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};
__device__ int out;

__global__ void k() {
  __shared__ unsigned char x[16];
  if (threadIdx.x == 0) reinterpret_cast<Packed*>(x)->value = -1;  // @w
  if (threadIdx.x == 1) x[4] = 7;                                  // @w2
  __syncthreads();
  if (threadIdx.x == 0) out = x[4];
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
