// A function that the preprocessor makes one of the device for the device, and a macro for the host, in functions of
// both: nvcc does not mind that the host's function calls the device's in the device's pass.
// CLEAN
// STDOUT: ^40 40 41 1024$
#include <cstdio>

#ifdef __CUDA_ARCH__
__device__ unsigned long long rotated(const unsigned long long x, const int n) { return x << n | x >> (64 - n); }
#else
#define rotated(x, n) (((x) << (n)) | ((x) >> (64 - (n))))
#endif

__global__ void rotate(unsigned long long* out, unsigned long long x) { *out = rotated(x, 3); }
template <int n>
__global__ void shift(unsigned long long* out) { *out = rotated(1ull, n); }

unsigned long long on_host(unsigned long long x) { return rotated(x, 3); }

// The kernel that is launched behind the call is made, too.
template <class T>
T on_both(T x, unsigned long long* out) {
  T copy = rotated(x, 3);
  copy ^= 1;
  shift<10><<<1, 1>>>(out + 1);
  return copy;
}

int main() {
  unsigned long long* out;
  cudaMallocManaged(&out, 2 * sizeof(*out));
  rotate<<<1, 1>>>(out, 5);
  const unsigned long long both = on_both(5ull, out);
  cudaDeviceSynchronize();
  printf("%llu %llu %llu %llu\n", out[0], on_host(5), both, out[1]);
}
