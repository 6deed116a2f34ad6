// Functions that write their second result to memory write it for the memory check, too.
// CLEAN
__global__ void k(double* out) {
  __shared__ float s[32], c[32];
  __shared__ double whole[32];
  __shared__ int exponent[32], quotient[32];
  int i = threadIdx.x;
  sincosf(0.1f * i, &s[i], &c[i]);
  double rest = modf(1.5 * i, &whole[i]);
  double mantissa = frexp(1.5 * i, &exponent[i]);
  rest += remquof(2.5f * i, 2, &quotient[i]);
  sincos(rest, &out[2 * i], &out[2 * i + 1]);
  __syncthreads();
  int j = 31 - i;
  out[2 * i] += out[2 * i + 1] + s[j] + c[j] + whole[j] + exponent[j] + quotient[j] + mantissa;
}

int main() {
  double* out;
  cudaMalloc(&out, 64 * sizeof(double));
  k<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
