// A kernel is one whatever operator is defined in front of it.
// CLEAN
// STDOUT: ^1 2 3 4 5$
// STDERR: 5 launches
#include <cstdio>

struct Sum {
  int value = 0;
  Sum() = default;
  Sum& operator=(const Sum&) = default;
  __host__ __device__ explicit operator bool() const { return value != 0; }
  __host__ __device__ int operator()(int n) const { return value + n; }
  __host__ __device__ int operator[](int n) const { return value + n; }
};
struct Other : Sum {
  using Sum::operator=;
};

inline __host__ __device__ void operator+=(float2& a, const float2& b) { a.x += b.x; }
__global__ void first(int* out) { out[0] = 1; }

inline __host__ __device__ float2 operator<<(const float2& a, int n) { return make_float2(a.x * (1 << n), a.y); }
__global__ void second(int* out) { out[1] = 2; }

template <typename T>
__host__ __device__ bool operator==(const Sum& a, const T& b) {
  return a.value == b;
}
__global__ void third(int* out) { out[2] = 3; }

inline __host__ __device__ void operator>>=(float2& a, int n) { a.x /= 1 << n; }
__global__ void fourth(int* out) { out[3] = 4; }

__host__ __device__ constexpr int operator""_int(unsigned long long n) { return static_cast<int>(n); }
__global__ void fifth(int* out) { out[4] = 5_int; }

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 5 * sizeof(int));
  first<<<1, 1>>>(out);
  second<<<1, 1>>>(out);
  third<<<1, 1>>>(out);
  fourth<<<1, 1>>>(out);
  fifth<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4]);
  cudaFree(out);
}
