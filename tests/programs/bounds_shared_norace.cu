// All of static and dynamic shared memory, of launches with more and with less of it.
// CLEAN
__global__ void k(int* out, int n) {
  extern __shared__ double dynamic[];
  __shared__ char letters[3];
  __shared__ short numbers[5];
  int i = threadIdx.x;
  if (i < n) dynamic[i] = i;
  if (i < 3) letters[i] = 1;
  if (i < 5) numbers[i] = i;
  __syncthreads();
  if (i == 0) {
    double s = 0;
    for (int j = 0; j < n; ++j) s += dynamic[j];
    for (int j = 0; j < 3; ++j) s += letters[j];
    for (int j = 0; j < 5; ++j) s += numbers[j];
    out[blockIdx.x] = s;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  for (int n : {32, 100, 7, 0, 128, 1}) k<<<4, 128, n * sizeof(double)>>>(out, n);
  cudaDeviceSynchronize();
  cudaFree(out);
}
