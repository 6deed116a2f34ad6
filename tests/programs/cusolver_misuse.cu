// Parameters of cuSOLVER's functions by Jacobi's method that are null or destroyed, types that do not go together, a matrix that
// is larger than all memory.
// FINDING: api-error error none none *@null message="cusolverDnSsyevj: its parameters are null"
// FINDING: api-error error none none *@destroyed message="cusolverDnSgesvdj: its parameters were never created, or were destroyed"
// FINDING: api-error error none none *@place message="cusolverDnXsyevjGetResidual: the place for the result is null"
// FINDING: api-error error none none *@handle message="cusolverDnXsyevjGetSweeps: its handle was never created, or was destroyed"
// FINDING: api-error error none none *@type message="cusolverDnXsyevd: dataTypeW is not the real type of dataTypeA"
// FINDING: api-error error none none *@huge message="cusolverDnSpotrf: its A \(.*\) goes .* past the end of the 64 bytes"
// FINDING: api-error error none none *@huge message="cusolverDnSpotrf: its workspace \(.*\) goes .* past the end of the 4096 bytes"
// STDOUT: ^3 3 3 1 3 6 0 0 $
// COMPILE: -lcusolver
// NEEDS: /usr/lib/x86_64-linux-gnu/liblapacke.so.3
#include <cusolverDn.h>

#include <climits>
#include <cstdio>

int main() {
  float *a, *w, *work, host[16] = {};
  int *info, n = INT_MAX, sweeps, status[8], s = 0;
  for (int i = 0; i < 4; ++i) host[i * 5] = 4;
  cudaMalloc(&a, 64);
  cudaMalloc(&w, 64);
  cudaMalloc(&work, 4096);
  cudaMalloc(&info, sizeof(int));
  cudaMemcpy(a, host, 64, cudaMemcpyHostToDevice);
  cusolverDnHandle_t handle, destroyed;
  cusolverDnCreate(&handle);
  cusolverDnCreate(&destroyed);
  cusolverDnDestroy(destroyed);
  syevjInfo_t params;
  gesvdjInfo_t gone;
  cusolverDnCreateSyevjInfo(&params);
  cusolverDnCreateGesvdjInfo(&gone);
  cusolverDnDestroyGesvdjInfo(gone);
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  status[s++] = cusolverDnSsyevj(handle, vectors, lower, 4, a, 4, w, work, 1024, info, nullptr);  // @null
  status[s++] = cusolverDnSgesvdj(handle, vectors, 1, 4, 4, a, 4, w, a, 4, a, 4, work, 1024, info, gone);  // @destroyed
  status[s++] = cusolverDnXsyevjGetResidual(handle, params, nullptr);  // @place
  status[s++] = cusolverDnXsyevjGetSweeps(destroyed, params, &sweeps);  // @handle
  status[s++] = cusolverDnXsyevd(handle, nullptr, vectors, lower, 4, CUDA_R_32F, a, 4, CUDA_R_64F, w, CUDA_R_32F, work,  // @type
                                 4096, nullptr, 0, info);
  status[s++] = cusolverDnSpotrf(handle, lower, n, a, n, work, n, info);  // @huge
  status[s++] = cusolverDnSsyevj(handle, vectors, lower, 4, a, 4, w, work, 1024, info, params);
  status[s++] = cusolverDnXsyevjGetSweeps(handle, params, &sweeps);
  for (const int value : status) printf("%d ", value);
  printf("\n");
}
