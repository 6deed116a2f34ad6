// An extended lambda as kernel argument.
// COMPILE: --extended-lambda
// FINDING: race error global intra-warp write@w write@w
template <class Function>
__global__ void for_each(int n, Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) function(i);
}

int main() {
  int* sum;
  cudaMalloc(&sum, 4 * sizeof(int));
  for_each<<<1, 32>>>(20, [=] __device__(int i) {
    sum[i / 5] = i;  // @w
  });
  return cudaDeviceSynchronize();
}
