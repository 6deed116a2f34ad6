// A vector is accessed element by element: one word of a volatile vector and the same word alone overlap completely.
// CLEAN
__device__ int out;

__global__ void k() {
  __shared__ int2 tile;
  if (threadIdx.x == 0) tile = make_int2(0, 0);
  __syncthreads();
  volatile int2& shared = tile;
  if (threadIdx.x == 0) {
    shared.x = 1;
    shared.y = 2;
  } else if (threadIdx.x == 32) {
    out = reinterpret_cast<volatile int*>(&tile)[1];
  }
}

int main() {
  k<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
