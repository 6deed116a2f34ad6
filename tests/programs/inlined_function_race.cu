// The lines are those inside the inlined device function, not of its call.
// FINDING: race error global intra-warp write@w read@r object=data kernel="^k\("
__device__ int data[33];

__device__ __forceinline__ void put(int i, int value) {
  data[i] = value;  // @w
}

__device__ __forceinline__ int get(int i) {
  return data[i];  // @r
}

__device__ __forceinline__ int get_next(int i) { return get(i + 1); }

__global__ void k(int* out) {
  put(threadIdx.x, threadIdx.x);
  out[threadIdx.x] = get_next(threadIdx.x);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
