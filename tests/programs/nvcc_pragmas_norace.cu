// nvcc's own pragmas: no warning tells that clang does not know them.
// COMPILE: -Xcompiler -Wall,-Werror
// CLEAN
// STDOUT: ^3$
#pragma nv_diag_suppress 177
#pragma nv_diag_default 177
#pragma nv_diag_remark 177
#pragma nv_diag_warning 177
#pragma nv_diag_error 177
#pragma nv_diag_once 177
#pragma nv_diagnostic push
#pragma nv_diagnostic pop
#pragma diag_suppress = initialization_not_reachable
#pragma diag_default = initialization_not_reachable
#pragma diag_remark 177
#pragma diag_warning 177
#pragma diag_error 177
#pragma diag_once 177

#include <cstdio>

#pragma hd_warning_disable
template <class T>
__host__ __device__ T twice(T x) {
  return x + x;
}

#pragma nv_exec_check_disable
template <class T>
__host__ __device__ T more(T x) {
  return x + 1;
}

__global__ void k(int* to) {
  _Pragma("nv_diag_suppress 177") *to = more(twice(1));
}

int main() {
  int* to;
  cudaMallocManaged(&to, sizeof(*to));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%d\n", *to);
  cudaFree(to);
}
