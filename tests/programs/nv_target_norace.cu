// <nv/target>: each condition holds where the compiled code runs.
// CLEAN
// COMPILE: -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_86,code=[sm_86,compute_86]
// STDOUT: ^ok$
#include <cstdio>
#include <nv/target>

__host__ __device__ int where() {
  NV_IF_TARGET(NV_IS_HOST, (return 1;), (return 2;))
}
__host__ __device__ int without_else(int x) {
  NV_IF_TARGET(NV_IS_DEVICE, (int y = x * 10; x = y + blockIdx.x;))
  return x;
}
__host__ __device__ int provided() {
  NV_DISPATCH_TARGET(NV_IS_HOST, (return 1;),                   //
                     NV_PROVIDES_SM_90, (return 90;),           //
                     NV_PROVIDES_SM_80, (return 80;),           //
                     NV_PROVIDES_SM_70, (return 70;), NV_IS_DEVICE, (return 2;))
}
template <class T>
__host__ __device__ T exactly(T x) {
  NV_IF_ELSE_TARGET(NV_IS_EXACTLY_SM_86, (x += 86;), (NV_IF_TARGET(NV_IS_EXACTLY_SM_70, (x += 70;), (x += 1;))))
  return x;
}

__global__ void check(int* out) {
  out[0] = where();
  out[1] = without_else(3);
  out[2] = provided();
  out[3] = exactly(0);
  NV_IF_TARGET(NV_HAS_FEATURE_SM_90a, (out[4] = 1;), (out[4] = 0;))
}

int main() {
  if (where() != 1 || without_else(3) != 3 || provided() != 1 || exactly(0) != 1) return 1;
  int* out;
  cudaMallocManaged(&out, 5 * sizeof(int));
  check<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  const int expected[5] = {2, 30, 80, 86, 0};
  for (int i = 0; i < 5; ++i) {
    if (out[i] != expected[i]) return printf("%d is %d\n", i, out[i]), 1;
  }
  cudaFree(out);
  printf("ok\n");
}
