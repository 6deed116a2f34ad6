// Blocks whose rows in shared memory are those of the block before, up to where some part from it: by another row, by a
// single access, by words that this block has not written, by their end.
// FINDING: race error shared intra-block write@next read@crossing object=s element=s[1] occurrences=567
// FINDING: race error shared intra-warp write@next read@single object=s element=s[10] occurrences=3
// FINDING: uninitialized-read warning shared none read@gap object=wide element=wide[1] occurrences=192
// FINDING: uninitialized-read warning shared none read@late object=late element=late[0] occurrences=192
// FINDING: uninitialized-read warning shared none read@mirrored object=late element=late[63] occurrences=192
// FINDING: uninitialized-read warning shared none read@ring object=ring element=ring[64] occurrences=171
#include <cstdio>

constexpr int kThreads = 64;

__global__ void repeat(const int* ways, int* out, int width) {
  __shared__ int s[kThreads + 1], wide[2 * kThreads + 1], late[kThreads], early[kThreads], once[kThreads],
      ring[kThreads + 3];
  const int t = threadIdx.x, way = ways[blockIdx.x];
  s[t] = early[t] = out[blockIdx.x * width + t];
  if (t == 0) s[kThreads] = wide[2 * kThreads] = 0;
  __syncthreads();
  const int sum = s[t] + s[t + 1];
  __syncthreads();
  if (way != 8) once[t] = t;
  __syncthreads();
  wide[2 * t] = sum;
  ring[t + blockIdx.x % 4] = t;
  if (way == 1) wide[2 * t + 1] = 1;
  if (way != 2) late[t] = t;
  __syncthreads();
  s[t] = wide[2 * t] + t;                                              // @next
  if (way == 3) out[blockIdx.x * width + t] = s[t + 1];                // @crossing
  if (way == 4 && t == 9) out[blockIdx.x * width] = s[ways[way] + 6];  // @single
  __syncthreads();
  if (way == 5) return;
  int more = s[kThreads - 1 - t];
  if (way != 8) more += once[t];
  more += early[kThreads - 1 - t];
  if (way == 6) more += wide[2 * t + 1];  // @gap
  if (way == 7 && t == ways[7]) more += wide[2 * ways[3]];
  more += late[t];  // @late
  __syncthreads();
  if (way == 1) more += wide[2 * t + 1];
  more += ring[t + 3];                                          // @ring
  out[blockIdx.x * width + t] = more + late[kThreads - 1 - t];  // @mirrored
}

int main() {
  constexpr int kBlocks = 40;
  int ways[kBlocks] = {0, 0, 0, 3, 4, 0, 8, 7, 8, 0, 1, 1, 0, 0, 2, 0, 0, 5, 5, 0, 1, 0, 0, 6, 0, 7, 7, 0, 3, 3};
  int *on_device, *out;
  cudaMalloc(&on_device, sizeof ways);
  cudaMalloc(&out, kBlocks * kThreads * sizeof(int));
  cudaMemcpy(on_device, ways, sizeof ways, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, kBlocks * kThreads * sizeof(int));
  for (int launch = 0; launch < 3; ++launch) repeat<<<kBlocks, kThreads>>>(on_device, out, kThreads);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
