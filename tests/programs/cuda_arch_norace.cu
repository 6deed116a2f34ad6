// Kernel code takes the path of __CUDA_ARCH__, host code the other, in one program.
// CLEAN
// COMPILE: -arch=sm_80 --extended-lambda --expt-relaxed-constexpr
// STDOUT: ^ok$
#include <cstdio>

#ifdef __CUDA_ARCH__
#define WHERE 2
#else
#define WHERE 1
#endif

static int failures = 0;
__device__ int device_failures = 0;
#define EXPECT(name, value, expected)                                      \
  if ((value) != (expected)) {                                             \
    printf("%s:%d: %s is %d\n", __FILE__, __LINE__, name, int(value));     \
    FAILED;                                                                \
  }
#ifdef __CUDA_ARCH__
#define FAILED atomicAdd(&device_failures, 1)
#else
#define FAILED ++failures
#endif

// A body of its own in each pass, and one that is shared but for a line.
__host__ __device__ int both() {
#ifdef __CUDA_ARCH__
  return 2;
#else
  return 1;
#endif
}
__host__ __device__ auto deduced(int x) {
  int sum = 0;
  for (int i = 0; i < x; ++i) {
    sum += WHERE;
  }
  return sum;
}
template <class T>
__host__ __device__ T of_template(T x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  goto end;
end:
  return x + T(2);
#else
  goto end;
end:
  return x + T(1);
#endif
}
#ifdef __CUDA_ARCH__
__device__ int one_of_each() { return 2; }
#else
int one_of_each() { return 1; }
#endif
#ifdef __CUDA_ARCH__
__device__ __forceinline__ int only_device() { return __CUDA_ARCH__; }
#endif
#if !defined(__CUDA_ARCH__)
int only_host() { return WHERE; }
#endif
constexpr __host__ __device__ int constant() { return WHERE * 10; }

namespace deep {
const int kWidth = WHERE * 4;
enum class Mode : int { fast = WHERE };
typedef int Row[kWidth];
template <class T>
struct Buffer {
  enum { kSize = kWidth + sizeof(T) };
  T data[kSize];
  __host__ __device__ int size() const { return kSize; }
};
}  // namespace deep

class Counter {
 public:
  __host__ __device__ Counter() : a_(WHERE), b_{7}, c_(WHERE + 1, 0) {
#ifdef __CUDA_ARCH__
    d_ = 20;
#else
    d_ = 10;
#endif
  }
  __host__ __device__ operator int() const { return a_ * 1000 + b_ * 100 + c_.x * 10 + d_; }
  __host__ __device__ int operator()(int x) const;
  __host__ __device__ Counter& operator+=(int x) {
    a_ += x * WHERE;
    return *this;
  }
#ifdef __CUDA_ARCH__
  __device__ static int where() { return 2; }
#else
  static int where() { return 1; }
#endif

 private:
  struct Pair {
    __host__ __device__ Pair(int x, int y) : x(x), y(y) {}
    int x, y;
  };
  int a_, b_;
  Pair c_;
  int d_;
};
__host__ __device__ int Counter::operator()(int x) const {
#ifndef __CUDA_ARCH__
  if (x < 0) return -1;
  return x + 1;
#else
  return x + 2;
#endif
}

template <class F>
__global__ void apply(F f, int* out) {
  *out = f(1);
}

__global__ void check(int* out) {
#ifdef __CUDA_ARCH__  // nvcc's host compiler reads this, too.
  EXPECT("__CUDA_ARCH__", __CUDA_ARCH__, 800);
  static_assert(__CUDA_ARCH__ == 800, "in the device's pass");
  if (__CUDA_ARCH__ < 800) FAILED;
  EXPECT("both", both(), 2);
  EXPECT("deduced", deduced(3), 6);
  EXPECT("of_template", of_template(1.0f), 3);
  EXPECT("one_of_each", one_of_each(), 2);
  EXPECT("only_device", only_device(), 800);
  static_assert(constant() == 20, "a constant of the device's");
  EXPECT("kWidth", deep::kWidth, 8);
  EXPECT("Mode", int(deep::Mode::fast), 2);
  EXPECT("Row", sizeof(deep::Row), 32);
  deep::Buffer<int> buffer;
  EXPECT("Buffer", buffer.size(), 12);
  EXPECT("sizeof Buffer", sizeof buffer, 48);
  Counter counter;
  EXPECT("Counter", counter, 2000 + 700 + 30 + 20);
  EXPECT("operator()", counter(5), 7);
  EXPECT("operator+=", counter += 1, 4000 + 700 + 30 + 20);
  EXPECT("where", Counter::where(), 2);
  *out = device_failures + 1;
#endif
}

int main() {
#ifndef __CUDA_ARCH__  // nvcc's device compiler reads this, too.
  EXPECT("both", both(), 1);
  EXPECT("deduced", deduced(3), 3);
  EXPECT("of_template", of_template(1.0f), 2);
  EXPECT("one_of_each", one_of_each(), 1);
  EXPECT("only_host", only_host(), 1);
  static_assert(constant() == 10, "a constant of the host's");
  EXPECT("kWidth", deep::kWidth, 4);
  EXPECT("Mode", int(deep::Mode::fast), 1);
  EXPECT("Row", sizeof(deep::Row), 16);
  deep::Buffer<int> buffer;
  EXPECT("Buffer", buffer.size(), 8);
  Counter counter;
  EXPECT("Counter", counter, 1000 + 700 + 20 + 10);
  EXPECT("operator()", counter(5), 6);
  EXPECT("operator+=", counter += 1, 2000 + 700 + 20 + 10);
  EXPECT("where", Counter::where(), 1);
#endif

  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  check<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  EXPECT("check", *out, 1);

  int captured = 100;
  apply<<<1, 1>>>([=] __device__(int x) { return captured + x + WHERE; }, out);
  cudaDeviceSynchronize();
  EXPECT("device lambda", *out, 103);
  auto f = [=] __host__ __device__(int x) {
#ifdef __CUDA_ARCH__
    return captured + x + 20;
#else
    return captured + x + 10;
#endif
  };
  EXPECT("lambda on the host", f(1), 111);
  apply<<<1, 1>>>(f, out);
  cudaDeviceSynchronize();
  EXPECT("lambda on the device", *out, 121);
  cudaFree(out);
  if (failures == 0) printf("ok\n");
  return failures;
}
