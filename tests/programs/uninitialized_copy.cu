// A copy from device to device carries along what was not written. Copying it is no error, using it is.
// FINDING: uninitialized-read error global none read@r#7 object=a element=a[7] occurrences=3
__global__ void k(const short* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x];  // @r
}

int main() {
  short host[8] = {}, *a, *b;
  int* out;
  cudaMalloc(&a, 20);
  cudaMalloc(&b, 22);
  cudaMalloc(&out, 40);
  cudaMemcpy(b + 1, host, 14, cudaMemcpyHostToDevice);
  cudaMemcpy(a, b + 1, 20, cudaMemcpyDeviceToDevice);
  k<<<1, 10>>>(a, out);
  cudaMemcpy(host, a, 16, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
