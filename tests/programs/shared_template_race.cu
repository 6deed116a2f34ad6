// Shared memory of a template kernel, whose instance the report names.
// FINDING: race error shared intra-warp write@w read@r object=tile kernel="reverse<int, 32>"
template <class T, int N>
__global__ void reverse(T* data) {
  __shared__ T tile[N];
  tile[threadIdx.x] = data[threadIdx.x];          // @w
  data[threadIdx.x] = tile[N - 1 - threadIdx.x];  // @r
}

int main() {
  int* ints;
  cudaMalloc(&ints, 32 * sizeof(int));
  cudaMemset(ints, 0, 32 * sizeof(int));
  reverse<int, 32><<<1, 32>>>(ints);
  return cudaDeviceSynchronize();
}
