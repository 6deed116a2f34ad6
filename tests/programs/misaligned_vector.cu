// Wide accesses at addresses that suit narrower ones only. At @b the CPU may refuse, as a GPU would at each.
// SCHEDULE-DEPENDENT: the first thread to fail ends the launch
// FINDING: misaligned error global none read@a#0 object=a size=8 message="reads 8 bytes at an address that is a multiple of 4 only"
// FINDING: misaligned error global none write@b object=a size=16 message="multiple of 8 only"
// FINDING: misaligned error shared none read@c#0 object=s size=4 message="multiple of 2 only"
__global__ void k(float* a, float* out, const __int128* in, int one) {
  __shared__ alignas(8) short s[66];
  s[threadIdx.x] = s[threadIdx.x + 33] = 1;
  long long two = *reinterpret_cast<long long*>(a + 1 + 2 * threadIdx.x);  // @a
  __syncthreads();
  if (threadIdx.x == 0) out[0] = two + *reinterpret_cast<int*>(s + one);  // @c
  __syncthreads();
  *reinterpret_cast<__int128*>(a + 2 + 4 * threadIdx.x) = in[0];  // @b
}

int main() {
  float *a, *out;
  __int128* in;
  cudaMalloc(&in, sizeof *in);
  cudaMemset(in, 0, sizeof *in);
  cudaMalloc(&a, 1000);
  cudaMalloc(&out, 4);
  cudaMemset(a, 0, 1000);
  k<<<1, 33>>>(a, out, in, 1);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(out);
  cudaFree(in);
}
