// Numbers of 8, 6 and 4 bits and scale factors in a kernel are what they are on the host.
// CLEAN
// STDOUT: ^0 differ$
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cstdio>

// What many programs take from these headers.
typedef struct __CUDA_ALIGN__(32) {
  float array[8];
} float8;
static_assert(alignof(float8) == 32);

struct Result {
  __nv_fp4x4_e2m1 four;
  __nv_fp6_e3m2 six;
  __nv_fp6x2_e2m3 sixes;
  __nv_fp8_e8m0 scale;
  float sum;
};

__host__ __device__ Result converted(float a) {
  Result result = {};
  result.four = __nv_fp4x4_e2m1(make_float4(a, -a, a / 2, 1));
  result.six = __nv_fp6_e3m2(a);
  result.sixes.__x = __nv_cvt_float2_to_fp6x2(make_float2(a, a / 4), __NV_E2M3, cudaRoundZero);
  result.scale = __nv_fp8_e8m0(a);
  const float4 numbers = static_cast<float4>(result.four);
  const float2 two = static_cast<float2>(result.sixes);
  result.sum = numbers.x + numbers.z + static_cast<float>(result.six) + two.x + two.y + static_cast<float>(result.scale);
  return result;
}

__global__ void convert(Result* results) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  results[i] = converted(i * 0.03125f);
}

int main() {
  constexpr int kCount = 1024;
  Result* results;
  cudaMallocManaged(&results, kCount * sizeof(Result));
  convert<<<kCount / 128, 128>>>(results);
  cudaDeviceSynchronize();
  int differ = 0;
  for (int i = 0; i < kCount; ++i) {
    const Result right = converted(i * 0.03125f);
    differ += results[i].four.__x != right.four.__x || results[i].six.__x != right.six.__x ||
              results[i].sixes.__x != right.sixes.__x || results[i].scale.__x != right.scale.__x ||
              results[i].sum != right.sum;
  }
  std::printf("%d differ\n", differ);
  cudaFree(results);
}
