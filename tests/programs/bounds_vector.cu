// A vector access of which half is outside. The rest of it still takes part in the search for races.
// FINDING: out-of-bounds error global none write@w#1 object=a element=a[4] size=16 message="end 8 bytes past"
__global__ void k(float* a, const float4* in) {
  float4* v = reinterpret_cast<float4*>(a);
  v[threadIdx.x] = in[0];  // @w
}

int main() {
  float* a;
  float4* in;
  cudaMalloc(&in, sizeof *in);
  cudaMemset(in, 0, sizeof *in);
  cudaMalloc(&a, 6 * sizeof(float));
  k<<<1, 2>>>(a, in);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(in);
}
