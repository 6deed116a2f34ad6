// Matrices in bands and packed are as many elements as count: too few are told, and what was not written.
// FINDING: api-error error none none *@short message="cublasSspmv: its A \(60 bytes\) goes 20 bytes past the end of the 40 bytes allocated"
// FINDING: api-error error none none *@lda message="cublasSsbmv: lda is 2, less than k \+ 1, which is 3"
// FINDING: uninitialized-read error global none read@unwritten message="cublasSsyr reads its x"
// FINDING: race error global stream write@write *@update object=a
// STDOUT: ^13 7 0 0 $
// COMPILE: -lcublas
#include <cublas_v2.h>

#include <cstdio>

__global__ void write(float* a) {
  a[threadIdx.x] = 1;  // @write
}

int main() {
  float *a, *tight, *x, *y, *unwritten;
  for (float** array : {&a, &x, &y, &unwritten}) cudaMalloc(array, 25 * sizeof(float));
  cudaMalloc(&tight, 10 * sizeof(float));
  for (float* array : {a, x, y}) cudaMemset(array, 0, 25 * sizeof(float));
  cudaMemset(tight, 0, 10 * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1;
  const auto upper = CUBLAS_FILL_MODE_UPPER;
  int status[4];
  status[0] = cublasSspmv(handle, upper, 5, &one, tight, x, 1, &one, y, 1);  // @short
  status[1] = cublasSsbmv(handle, upper, 5, 2, &one, a, 2, x, 1, &one, y, 1);  // @lda
  status[2] = cublasSsyr(handle, upper, 5, &one, unwritten, 1, a, 5);  // @unwritten
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaDeviceSynchronize();
  cublasSetStream(handle, streams[0]);
  write<<<1, 1, 0, streams[1]>>>(a);
  status[3] = cublasSsyr(handle, upper, 5, &one, x, 1, a, 5);  // @update
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
