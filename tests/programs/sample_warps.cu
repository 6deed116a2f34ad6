// OPTIONS: --sample --sample-after 0
// COMPILE: --sample
// FINDING: race error shared intra-warp write@write read@read launch=18
// SCHEDULE-DEPENDENT: --exact leaves nothing out
// STDERR: --sample checked 0 of 18 launches in full, 3 by some blocks, 15 for bounds alone; 12 blocks in all$|18 of 18 launches in full
//
// Kernels that order single threads, but not blocks: of launches that have much memory at hand each sixteenth is checked,
// by some blocks. With its warp barrier `turn` is clean there, too; without it the race is found.
template <bool kWaits>
__global__ void turn(const int* in, int* out) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = in[i];  // @write
  __syncwarp(kWaits ? 0xffffffff : 1u << threadIdx.x % 32);
  out[i] = tile[threadIdx.x ^ 1];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 80 << 20);
  cudaMalloc(&out, 80 << 20);
  cudaMemset(in, 0, 80 << 20);
  for (int i = 0; i < 17; ++i) turn<true><<<256, 64>>>(in, out);
  turn<false><<<256, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
