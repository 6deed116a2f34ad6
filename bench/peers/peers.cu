// The eight cases in CUDA. Usage: peers CASE WARM-UPS RUNS [ELEMENTS]; prints the median time of a launch, and of an
// access.
#include "cases.h"

extern __shared__ int s[];

__global__ void blelloch(const int* in, const int*, int* out, int n) {
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int stride = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
    stride <<= 1;
  }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d <<= 1) {
    stride >>= 1;
    __syncthreads();
    if (t < d) {
      const int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
      const int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

__global__ void kogge_stone(const int* in, const int*, int* out, int) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset <<= 1) {
    int v = 0;
    if (t >= offset) v = s[t - offset];
    __syncthreads();
    if (t >= offset) s[t] += v;
    __syncthreads();
  }
  out[i] = s[t];
}

__global__ void reduce(const int* in, const int*, int* out, int) {
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x >> 1; half > 0; half >>= 1) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void matrix_multiply(const float* A, const float* B, float* C, int n) {
  __shared__ float a[kTile][kTile], b[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * kTile + tx, row = blockIdx.y * kTile + ty;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    a[ty][tx] = A[row * n + k + tx];
    b[ty][tx] = B[(k + ty) * n + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  C[row * n + column] = sum;
}

__global__ void vector_add(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

__global__ void histogram(const int* in, const int*, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[in[i] & (kBins - 1)], 1);
}

__global__ void stencil(const float* in, const float*, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = y * n + x;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
  } else {
    out[i] = in[i];
  }
}

template <class T>
void launch(void (*kernel)(const T*, const T*, T*, int), const Case& c, int* a, int* b, int* out) {
  const dim3 block(c.block[0], c.block[1]), grid(c.global[0] / c.block[0], c.global[1] / c.block[1]);
  kernel<<<grid, block, 4 * c.dynamic_words>>>(reinterpret_cast<T*>(a), reinterpret_cast<T*>(b),
                                               reinterpret_cast<T*>(out), c.n);
  cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: peers CASE WARM-UPS RUNS [ELEMENTS]\n");
    return 2;
  }
  const Case c = argc == 5 ? scaled(case_named(argv[1]), std::atoi(argv[4])) : case_named(argv[1]);
  const std::vector<std::int32_t> a = input_of(c, 1), b = input_of(c, 2);
  std::vector<std::int32_t> result(c.words_out);
  int *in_a, *in_b, *out;
  cudaMalloc(&in_a, 4 * a.size());
  cudaMalloc(&in_b, 4 * b.size());
  cudaMalloc(&out, 4 * result.size());
  cudaMemcpy(in_a, a.data(), 4 * a.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(in_b, b.data(), 4 * b.size(), cudaMemcpyHostToDevice);
  const std::string name = c.name;
  const double ms = median_ms(
      std::atoi(argv[2]), std::atoi(argv[3]), [&] { cudaMemset(out, 0, 4 * result.size()); },
      [&] {
        if (name == "blelloch") launch<int>(blelloch, c, in_a, in_b, out);
        if (name == "kogge_stone" || name == "kogge_stone_tiles") launch<int>(kogge_stone, c, in_a, in_b, out);
        if (name == "reduce") launch<int>(reduce, c, in_a, in_b, out);
        if (name == "matrix_multiply") launch<float>(matrix_multiply, c, in_a, in_b, out);
        if (name == "vector_add") launch<int>(vector_add, c, in_a, in_b, out);
        if (name == "histogram") launch<int>(histogram, c, in_a, in_b, out);
        if (name == "stencil") launch<float>(stencil, c, in_a, in_b, out);
      });
  cudaMemcpy(result.data(), out, 4 * result.size(), cudaMemcpyDeviceToHost);
  std::printf("ms %.6f %s\n", ms, is_right(c, a, b, result) ? "right" : "WRONG");
  std::printf("ns/access %.3f\n", ms * 1e6 / c.accesses);
}
