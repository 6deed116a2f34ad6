// blockDim and gridDim are dim3, threadIdx and blockIdx uint3, also where a template deduces its parameter from them, as
// alpaka does.
// CLEAN
// STDOUT: ^6 4 7$
#include <cstdio>
#include <type_traits>

static_assert(std::is_same_v<decltype(gridDim), const dim3> && std::is_same_v<decltype(blockDim), const dim3>);
static_assert(std::is_same_v<decltype(threadIdx), const uint3> && std::is_same_v<decltype(blockIdx), const uint3>);

template <class T>
struct IsShape;
template <>
struct IsShape<dim3> {
  static constexpr int kRank = 3;
};

template <class T>
__device__ unsigned volume(const T& shape) {
  static_assert(IsShape<T>::kRank == 3);
  return shape.x * shape.y * shape.z;
}

__global__ void shapes(unsigned* out) {
  const uint3 as_vector = blockDim;
  auto copy = gridDim;
  copy.x += 1;
  if (threadIdx.x == 0 && blockIdx.x == 0 && blockIdx.y == 0) {
    out[0] = volume(gridDim);
    out[1] = volume(blockDim);
    out[2] = as_vector.x + copy.x;
  }
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 3 * sizeof(unsigned));
  shapes<<<dim3(2, 3), dim3(4)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%u %u %u\n", out[0], out[1], out[2]);
}
