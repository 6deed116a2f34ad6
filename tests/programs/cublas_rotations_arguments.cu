// Rotations and batches whose operands are wrong: parameters of the host's in the device's mode, which nobody wrote, a vector
// that ends too early, one of a batch that is not there.
// COMPILE: -lcublas
// FINDING: api-error error none none *@host message="cublasSrotg: its a "
// FINDING: uninitialized-read error global none *@param message="cublasSrotm"
// FINDING: api-error error none none *@short message="cublasSrotm: its y \(12 bytes\) goes 4 bytes past"
// FINDING: api-error error none none *@batch message="cublasSgemvBatched: its A"
#include <cublas_v2.h>

#include <cstdio>

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *x, *param, numbers[4] = {3, 4};
  cudaMalloc(&x, 4 * sizeof(float));
  cudaMalloc(&param, 5 * sizeof(float));
  cudaMemset(x, 0, 4 * sizeof(float));
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSrotg(handle, numbers, numbers + 1, numbers + 2, numbers + 3);  // @host
  cublasSrotm(handle, 2, x, 1, x + 2, 1, param);                       // @param
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  const float identity[] = {-2, 0, 0, 0, 0}, one = 1, zero = 0;
  cublasSrotm(handle, 3, x, 1, x + 2, 1, identity);  // @short
  const float* matrices[] = {x, numbers};
  float *results[] = {x + 1, x + 2}, **device_results;
  const float **device_matrices;
  cudaMalloc(&device_results, sizeof results);
  cudaMalloc(&device_matrices, sizeof matrices);
  cudaMemcpy(device_results, results, sizeof results, cudaMemcpyHostToDevice);
  cudaMemcpy(device_matrices, matrices, sizeof matrices, cudaMemcpyHostToDevice);
  cublasSgemvBatched(handle, CUBLAS_OP_N, 1, 1, &one, device_matrices, 1, device_matrices, 1, &zero, device_results, 1,  // @batch
                     2);
  cublasDestroy(handle);
}
