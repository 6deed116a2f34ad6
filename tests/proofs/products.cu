// Indices that are sums of products of several sizes.

// PROVED
__global__ void volume(int w, int h, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= w || y >= h) return;
  out[x + y * w + z * w * h] = 1;
}

// PROVE: false: out: line +6 writes, by two threads, in two blocks
__global__ void volume_of_other_size(int w, int h, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= w || y >= h) return;
  out[x + y * w + z * w * w] = z;
}

// PROVED
__global__ void unsigned_volume(unsigned w, unsigned h, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  out[x + y * w + blockIdx.z * w * h] = 1;
}

// Each image is one of n, each plane one of c: in whatever order the factors are put together.
// PROVED
__global__ void images(int c, int h, int w, float* out) {
  const int x = threadIdx.x, plane = blockIdx.y, y = blockIdx.x;
  if (x >= w || y >= h || plane >= c) return;
  out[blockIdx.z * (c * h * w) + plane * (w * h) + y * w + x] = 1;
}

// PROVE: false: out: line +4 writes, by two threads, in two blocks
__global__ void images_that_overlap(int c, int h, int w, float* out) {
  const int x = threadIdx.x, plane = blockIdx.y, y = blockIdx.x;
  if (x >= w || y >= h || plane > c) return;
  out[blockIdx.z * (c * h * w) + plane * (w * h) + y * w + x] = plane;
}

// PROVED
__global__ void rows_of_groups(int groups, int size, float* out) {
  const int row = groups * size;
  for (int i = threadIdx.x; i < row; i += blockDim.x) out[blockIdx.x * row + i] = 1;
}

// PROVE: false: out: line +3 writes, by two threads, in two blocks
__global__ void rows_that_overlap(int groups, int size, float* out) {
  const int row = groups * size;
  for (int i = threadIdx.x; i <= row; i += blockDim.x) out[blockIdx.x * row + i] = i;
}

// The values come from different elements: the run is one where these differ.
// PROVE: false: out: line +4 writes, by two threads, in two blocks
__global__ void shuffled(int groups, int size, const float* in, float* out) {
  const int row = groups * size;
  const int group = blockIdx.x % groups, member = blockIdx.x / groups;
  out[blockIdx.y * row + blockIdx.x] = in[blockIdx.y * row + group * size + member];
}

// PROVED
__global__ void shuffled_within(int groups, int size, const float* in, float* out) {
  const int row = groups * size;
  const int group = blockIdx.x % groups, member = blockIdx.x / groups;
  if (blockIdx.x < row) out[blockIdx.y * row + blockIdx.x] = in[blockIdx.y * row + group * size + member];
}

// Packages of 32 matrices each: where the package grows by one, the offset grows by 32 times their elements.
// PROVED
__global__ void fills_packages(float* out, int dim) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) out[(g / 32) * 32 * dim * dim + 32 * (dim * i + j) + g % 32] = 1;
}

// PROVE: false: out: line +4 writes, by two threads
__global__ void fills_beyond_packages(float* out, int dim) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j <= dim; ++j) out[(g / 32) * 32 * dim * dim + 32 * (dim * i + j) + g % 32] = g;
}
