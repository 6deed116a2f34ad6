// Threads that are neighbours in y write neighbours in memory. One of a block reads what another of it wrote (`own`), all
// write what is another thread's by the transposed index (`there`), a block reaches into the next one's part (`next`), a
// thread writes a word of another one's, of another block or in another stream (`one`).
// FINDING: race error global intra-block read@neighbour write@own object=a
// FINDING: race error global inter-block read@neighbour write@own object=a
// FINDING: race error global intra-block write@here write@there object=b
// FINDING: race error global inter-block write@here write@there object=b
// FINDING: race error global inter-block write@next write@next object=c
// FINDING: race error global inter-block write@all#5 write@one#0 element=to[2371]
// FINDING: race error global stream write@all#5 write@one_in_stream#0 element=to[2371]
constexpr int kSide = 64;

__global__ void reads(float* a, float* sums, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[x * side + y] = 1;                                              // @own
  sums[x * side + y] = y + 1 < side ? a[x * side + y + 1] : 0.0F;  // @neighbour
}

__global__ void writes(float* b, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  b[x * side + y] = x;  // @here
  b[y * side + x] = x + 1;  // @there
}

__global__ void overlaps(float* c, int side) {
  const int x = blockIdx.x * 12 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  c[x * side + y] = blockIdx.x;  // @next
}

__global__ void writes_all(float* to, int side, int one) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  to[x * side + y] = 1;                                                     // @all
  if (x == side - 16 && y == side - 8 && one >= 0) to[37 * side + one] = 2;  // @one
}

__global__ void writes_one(float* to, int side) { to[37 * side + 3] = 2; }  // @one_in_stream

int main() {
  float *a, *b, *c, *d, *e, *sums;
  constexpr int kBytes = kSide * kSide * sizeof(float);
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMalloc(&c, kBytes);
  cudaMalloc(&d, kBytes);
  cudaMalloc(&e, kBytes);
  cudaMalloc(&sums, kBytes);
  cudaMemset(a, 0, kBytes);
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  const dim3 block(16, 8), grid(kSide / 16, kSide / 8);
  reads<<<grid, block>>>(a, sums, kSide);
  writes<<<grid, block>>>(b, kSide);
  overlaps<<<grid, block>>>(c, kSide);
  writes_all<<<grid, block>>>(e, kSide, 3);
  cudaDeviceSynchronize();
  writes_all<<<grid, block, 0, one>>>(d, kSide, -1);
  writes_one<<<1, 1, 0, other>>>(d, kSide);
  cudaDeviceSynchronize();
}
