// Blocks of two dimensions, tiles with a halo, private copies.
#define TILE 16

// ASSUME: blockDim.x == 16 && blockDim.y == 16
// PROVED
__global__ void transpose(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// Blocks of more than 16 by 16 threads overlap.
// PROVE: false: out: line +8 writes, by two threads, in two blocks
__global__ void transpose_any_block(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = threadIdx.x;
}

// ASSUME: blockDim.x == 16 && blockDim.y == 16
// PROVED
__global__ void multiply(float* c, const float* a, const float* b, int n) {
  __shared__ float s[TILE][TILE], u[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int m = 0; m < n / TILE; ++m) {
    s[ty][tx] = a[row * n + m * TILE + tx];
    u[ty][tx] = b[(m * TILE + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += s[ty][k] * u[k][tx];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

// PROVED
__global__ void stencil(float* out, const float* in, int n) {
  __shared__ float s[256 + 2];
  int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 1;
  s[l] = i < n ? in[i] : 0;
  if (threadIdx.x == 0) s[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1) s[l + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = s[l - 1] + s[l] + s[l + 1];
}

// The right border is written by the last thread and by its neighbour.
// PROVE: false: s: line +4 writes, line +5 writes
__global__ void stencil_off_by_one(float* out, const float* in, int n) {
  __shared__ float s[256 + 2];
  int i = threadIdx.x, l = threadIdx.x + 1;
  s[l] = in[i];
  if (threadIdx.x == 0) s[1 + 1] = in[i] + 1;
  __syncthreads();
  if (i < n) out[i] = s[l - 1] + s[l] + s[l + 1];
}

// PROVED
__global__ void histogram(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned h[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], h[i]);
}
