// The same in functions that are called.
// FINDING: race error global intra-warp write@w read@r object=data
__device__ int data[33];

__device__ __noinline__ void put(int i, int value) {
  data[i] = value;  // @w
}

__device__ __noinline__ int get(int i) {
  return data[i];  // @r
}

__global__ void k(int* out) {
  put(threadIdx.x, threadIdx.x);
  out[threadIdx.x] = get(threadIdx.x + 1);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
