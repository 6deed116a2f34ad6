// What is wrong with calls of cuSOLVER is told at their line; so is what was never written, and a kernel in another stream.
// FINDING: api-error error none none *@lda message="cusolverDnSpotrf: lda is 3, less than n, which is 4"
// FINDING: api-error error none none *@negative message="cusolverDnSgetrf: m is negative: -1"
// FINDING: api-error error none none *@null message="cusolverDnSpotrf: A is null"
// FINDING: api-error error none none *@info message="cusolverDnSpotrf: devInfo is null"
// FINDING: api-error error none none *@work message="cusolverDnSpotrf: the workspace has 4 bytes, and needs 16"
// FINDING: api-error error none none *@far message="cusolverDnSgetrf: its A \(144 bytes\) goes 80 bytes past the end of the 64 bytes allocated at .*cusolver_arguments.cu"
// FINDING: api-error error none none *@host message="cusolverDnSpotrf: its A \(64 bytes\) is not device memory"
// FINDING: api-error error none none *@pivot message="cusolverDnSgetrs: element 1 of its devIpiv is 9, not within 1 and 4"
// FINDING: api-error error none none *@wide message="cusolverDnSgesvd with m less than n is not supported by Fencepost; the call returned CUSOLVER_STATUS_NOT_SUPPORTED"
// FINDING: api-error error none none *@refused message="cusolverDnSgebrd is not supported"
// FINDING: uninitialized-read error global none read@unwritten message="cusolverDnSpotrf reads its A"
// FINDING: race error global stream write@factor read@read object=a
// FINDING: api-error error none none *@twice message="cusolverDnDestroy: its handle was never created, or was destroyed"
// STDOUT: ^3 3 3 3 3 6 6 6 9 9 0 0 1 $
// COMPILE: -lcusolver
// NEEDS: /usr/lib/x86_64-linux-gnu/liblapacke.so.3
#include <cusolverDn.h>

#include <cstdio>

__global__ void read(const float* a, float* out) {
  out[threadIdx.x] = a[threadIdx.x];  // @read
}

int main() {
  float *a, *b, *work, *out, *unwritten, host[16] = {};
  int *info, *pivots, wrong[4] = {1, 9, 3, 4};
  for (int i = 0; i < 4; ++i) host[i * 5] = 4;
  for (float** array : {&a, &b, &work, &out, &unwritten}) cudaMalloc(array, 16 * sizeof(float));
  cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemset(b, 0, 16 * sizeof(float));
  cudaMalloc(&info, sizeof(int));
  cudaMalloc(&pivots, 4 * sizeof(int));
  cudaMemcpy(pivots, wrong, sizeof(wrong), cudaMemcpyHostToDevice);
  cusolverDnHandle_t handle;
  cusolverDnCreate(&handle);
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  int status[13];
  status[0] = cusolverDnSpotrf(handle, lower, 4, a, 3, work, 16, info);  // @lda
  status[1] = cusolverDnSgetrf(handle, -1, 4, a, 4, work, pivots, info);  // @negative
  status[2] = cusolverDnSpotrf(handle, lower, 4, nullptr, 4, work, 16, info);  // @null
  status[3] = cusolverDnSpotrf(handle, lower, 4, a, 4, work, 16, nullptr);  // @info
  status[4] = cusolverDnSpotrf(handle, lower, 4, a, 4, work, 1, info);  // @work
  status[5] = cusolverDnSgetrf(handle, 6, 6, a, 6, work, pivots, info);  // @far
  status[6] = cusolverDnSpotrf(handle, lower, 4, host, 4, work, 16, info);  // @host
  status[7] = cusolverDnSgetrs(handle, CUBLAS_OP_N, 4, 1, a, 4, pivots, b, 4, info);  // @pivot
  status[8] = cusolverDnSgesvd(handle, 'N', 'N', 2, 4, a, 4, b, nullptr, 2, nullptr, 4, work, 16, nullptr, info);  // @wide
  status[9] = cusolverDnSgebrd(handle, 4, 4, a, 4, b, b, b, b, work, 16, info);  // @refused
  status[10] = cusolverDnSpotrf(handle, lower, 4, unwritten, 4, work, 16, info);  // @unwritten
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaDeviceSynchronize();
  cusolverDnSetStream(handle, streams[0]);
  status[11] = cusolverDnSpotrf(handle, lower, 4, a, 4, work, 16, info);  // @factor
  read<<<1, 16, 0, streams[1]>>>(a, out);
  cusolverDnDestroy(handle);
  status[12] = cusolverDnDestroy(handle);  // @twice
  for (const int s : status) printf("%d ", s);
  printf("\n");
}
