// A shared variable of a device function, and a conflict between two functions on it.
// FINDING: race error shared intra-warp write@w read@r object=slot
__device__ int out[32];

__device__ int* slots() {
  __shared__ int slot[32];
  return slot;
}

__device__ void put(int i, int value) {
  slots()[i] = value;  // @w
}

__device__ int get(int i) {
  return slots()[i];  // @r
}

__global__ void k() {
  put(threadIdx.x, 1 + threadIdx.x);
  out[threadIdx.x] = get(threadIdx.x ^ 1);
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
