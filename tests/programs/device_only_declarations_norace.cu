// Kernels that use what is declared for the device alone, by #if __CUDA_ARCH__, in templates and outside of them.
// CLEAN
// STDOUT: ^7 9 11 2$
#include <cstdio>

struct Number {
  __host__ Number() : value(1) {}
#if defined(__CUDA_ARCH__)
  __device__ Number(int first) : value(first) {}
  __device__ int twice() const { return 2 * value; }
#endif
  int value;
};

#if defined(__CUDA_ARCH__)
__device__ int only_here(int x) { return x + 1; }
template <class T>
struct Pair {
  T first, second;
};
#endif

template <class T>
__global__ void of_template(T* out) {
  Number number(3);
  out[0] = only_here(number.twice());
}

namespace inner {
__global__ void plain(int* out) {
  const Pair<int> pair{4, only_here(4)};
  out[1] = pair.first + pair.second;
}
}  // namespace inner

struct Holder {
  template <class T>
  __device__ int sum(T x) const {
    return only_here(x) + offset;
  }
  __device__ auto deduced() const { return 2.0F; }
  int offset = 6;
};

__global__ void of_member(int* out, Holder holder) {
  out[2] = holder.sum(4);
  out[3] = static_cast<int>(holder.deduced());
}

int main() {
  int* out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  of_template<<<1, 1>>>(out);
  inner::plain<<<1, 1>>>(out);
  of_member<<<1, 1>>>(out, Holder());
  cudaDeviceSynchronize();
  const decltype(Holder().deduced()) same = 0;
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3] + static_cast<int>(same));
}
