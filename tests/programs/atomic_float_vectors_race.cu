// atomicAdd_block of a float4 by two blocks is atomic for neither, in none of its numbers.
// COMPILE: -arch=sm_90
// FINDING: race error global inter-block atomic@add atomic@add element=sum[0].x occurrences=4
__global__ void add(float4* sum) {
  atomicAdd_block(sum, make_float4(1, 1, 1, 1));  // @add
}

int main() {
  float4* sum;
  cudaMalloc(&sum, sizeof(float4));
  cudaMemset(sum, 0, sizeof(float4));
  add<<<2, 32>>>(sum);
  cudaFree(sum);
}
