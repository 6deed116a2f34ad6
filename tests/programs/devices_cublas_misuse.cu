// A handle of cuBLAS belongs to the device that was current when it was created, and operands must be in its reach.
// OPTIONS: --devices 2
// FINDING: api-error error none none *@device message="cublasSscal: its handle was created for device 0, but device 1 is current: call cudaSetDevice\(0\) before"
// FINDING: api-error error none none *@reach message="cublasSscal: its x is memory of device 0, which device 1 may not access: call cudaDeviceEnablePeerAccess\(0, 0\) before"
// EXIT: 66
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
// COMPILE: -lcublas
#include <cublas_v2.h>

#include <cstdlib>

int main() {
  cublasHandle_t first, second;
  float *x, two = 2;
  cublasCreate(&first);
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  if (cublasSscal(first, 64, &two, x, 1) != CUBLAS_STATUS_EXECUTION_FAILED) std::abort();  // @device
  cublasCreate(&second);
  if (cublasSscal(second, 64, &two, x, 1) != CUBLAS_STATUS_EXECUTION_FAILED) std::abort();  // @reach
  cudaDeviceEnablePeerAccess(0, 0);
  if (cublasSscal(second, 64, &two, x, 1) != CUBLAS_STATUS_SUCCESS) std::abort();
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  if (cublasSscal(first, 64, &two, x, 1) != CUBLAS_STATUS_SUCCESS) std::abort();
}
