// Unaligned stores of different threads that touch, but do not overlap.
// CLEAN
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};
__device__ Packed packed[32];

__global__ void k() {
  packed[threadIdx.x].value = -1;
  packed[threadIdx.x].tag = 1;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
