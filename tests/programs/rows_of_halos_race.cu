// A tile with its halo, of which each thread reads five words: more rows of shared memory than a block has threads in a
// line. Who fills the halo does not wait for those who read it (`stale`), and a corner is filled by nobody.
// FINDING: race error shared intra-warp write@left read@stale object=s element=s[1][0] interval=2
// FINDING: uninitialized-read warning shared none read@corner#0 element=s[0][0] occurrences=9
constexpr int kSide = 96;

__global__ void add_neighbours(float* out, const float* in, int side) {
  __shared__ float s[34][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  for (int turn = 0; turn < 2; ++turn) {
    s[ty][tx] = in[y * side + x];
    if (threadIdx.x == 0) s[ty][0] = x > 0 ? in[y * side + x - 1] : 0;  // @left
    if (threadIdx.x == 31) s[ty][33] = x < side - 1 ? in[y * side + x + 1] : 0;
    if (threadIdx.y == 0) s[0][tx] = y > 0 ? in[(y - 1) * side + x] : 0;
    if (threadIdx.y == 31) s[33][tx] = y < side - 1 ? in[(y + 1) * side + x] : 0;
    __syncthreads();
    out[y * side + x] = s[ty][tx] + s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx + 1];
    __syncthreads();
    out[y * side + x] += s[ty][0];  // @stale
  }
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) out[y * side + x] += s[0][0];  // @corner
}

int main() {
  float *in, *out;
  cudaMalloc(&in, kSide * kSide * sizeof(float));
  cudaMalloc(&out, kSide * kSide * sizeof(float));
  cudaMemset(in, 0, kSide * kSide * sizeof(float));
  const dim3 grid(kSide / 32, kSide / 32);
  add_neighbours<<<grid, dim3(32, 32)>>>(out, in, kSide);
  cudaDeviceSynchronize();
}
