// atomicAdd of float2 and float4, since sm_90: each number is added by an atomic operation of its own.
// COMPILE: -arch=sm_90
// CLEAN
// STDOUT: ^all right$
#include <cstdio>

__global__ void add(float2* pair, float4* four, float4* of_block, float* number) {
  const float lane = static_cast<float>(threadIdx.x);
  const float2 before = atomicAdd(pair, make_float2(1, lane));
  if (before.x < 0 || before.y < 0) *number = -1;
  atomicAdd(four, make_float4(1, 2, 3, lane));
  atomicAdd_system(four, make_float4(0, 0, 0, 1));
  atomicAdd_block(of_block + blockIdx.x, make_float4(1, 1, 1, 1));
  atomicAdd(&four->x, 1);  // Beside the vector's, on one of its numbers.
}

int main() {
  float4* four;
  cudaMallocManaged(&four, 5 * sizeof(float4));
  cudaMemset(four, 0, 5 * sizeof(float4));
  auto* const pair = reinterpret_cast<float2*>(four + 3);
  add<<<2, 32>>>(pair, four, four + 1, reinterpret_cast<float*>(four + 4));
  cudaDeviceSynchronize();
  const bool right = pair->x == 64 && pair->y == 992 && four->x == 128 && four->y == 128 && four->z == 192 &&
                     four->w == 992 + 64 && four[1].x == 32 && four[2].w == 32 && four[4].x == 0;
  std::puts(right ? "all right" : "wrong");
  cudaFree(four);
}
