// half and bfloat16 in kernels and on the host: literals, conversions, operators, pairs, vector loads, shuffles, atomics.
// CLEAN
// STDOUT: ^0 wrong$
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__device__ int wrong = 0;

__device__ void expect(float is, float right, int what) {
  if (is != right) {
    atomicAdd(&wrong, 1);
    printf("%d: %g instead of %g\n", what, is, right);
  }
}

union Vector {
  float4 all;
  half2 pairs[4];
};

template <class T, class T2>
__global__ void arithmetic(T* numbers, T2* sum) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  tile[t] = numbers[t];
  __syncthreads();
  T x = tile[63 - t];
  expect(x, 63 - t, 1);
  x += T(1);
  x *= T(0.5f);
  expect(x, (64 - t) * 0.5f, 2);
  const float f = x;
  expect(__hfma(x, x, -x), T(f * f - f), 3);
  expect(__shfl_xor_sync(0xffffffff, tile[t], 1), t ^ 1, 4);
  const T2 pair(tile[t], tile[t ^ 1]);
  const T2 product = pair * pair + pair;
  expect(product.x, __hadd(__hmul(T(t), T(t)), T(t)), 5);
  expect(__hmul2(pair, T2(1.0f, 2.0f)).y, 2 * (t ^ 1), 6);
  expect(hsqrt(T(t * t)), T(sqrtf(T(t * t))), 7);
  expect(static_cast<int>(T(-2.75f)), -2, 8);
  if (t == 0 ? !x : x != x) expect(0, 1, 9);
  atomicAdd(&sum->x, T(1));
  atomicAdd(sum, T2(0.0f, 2.0f));
  expect(__ldg(&numbers[t]), t, 10);
  numbers[t] = 2.0f;  // Neighbours in one word.
}

__global__ void vectors(float4* data) {
  Vector vector;
  vector.all = data[threadIdx.x];
  for (half2& pair : vector.pairs) pair = __hadd2(pair, __float2half2_rn(1));
  data[threadIdx.x] = vector.all;
}

/// 16-bit compare-and-swap: what programs did before there was an addition.
__global__ void add_by_swapping(half* sum) {
  auto* const bits = reinterpret_cast<unsigned short*>(sum);
  unsigned short old = __half_as_ushort(__float2half(0));
  unsigned short assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __half_as_ushort(__hadd(__ushort_as_half(assumed), __float2half(1))));
  } while (assumed != old);
}

int main() {
  half* numbers;
  cudaMallocManaged(&numbers, 64 * sizeof(half));
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  half2* sum;
  cudaMallocManaged(&sum, 2 * sizeof(half2));
  sum[0] = sum[1] = half2(0.0f, 0.0f);
  arithmetic<<<1, 64>>>(numbers, sum);
  cudaDeviceSynchronize();

  auto* others = reinterpret_cast<nv_bfloat16*>(numbers);
  for (int i = 0; i < 64; ++i) others[i] = i;
  auto* other_sum = reinterpret_cast<nv_bfloat162*>(sum + 1);
  *other_sum = __float2bfloat162_rn(0);
  arithmetic<<<1, 64>>>(others, other_sum);
  cudaDeviceSynchronize();

  int host_wrong = 0;
  cudaMemcpyFromSymbol(&host_wrong, wrong, sizeof wrong);
  host_wrong += __low2float(*sum) != 64 || __high2float(*sum) != 128;
  host_wrong += other_sum->x != nv_bfloat16(64) || other_sum->y != nv_bfloat16(128);

  for (int i = 0; i < 64; ++i) numbers[i] = i;
  vectors<<<1, 8>>>(reinterpret_cast<float4*>(numbers));
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) host_wrong += static_cast<float>(numbers[i]) != i + 1;

  sum->x = 0;
  add_by_swapping<<<1, 128>>>(&sum->x);  // Of several blocks the turns would depend on the schedule.
  cudaDeviceSynchronize();
  host_wrong += static_cast<float>(sum->x) != 128;
  host_wrong += __internal_half2float(0x3e00) != 1.5f || __internal_bfloat162float(0xc020) != -2.5f;
  printf("%d wrong\n", host_wrong);
  cudaFree(numbers);
  cudaFree(sum);
}
