// The forms that code for host and device takes, each with something else in the device's pass.
// CLEAN
// COMPILE: --extended-lambda
// STDOUT: ^1 2 1 1 20 4 b 3$
// STDOUT: ^2232 2240$
#include <cstdio>

#ifdef __CUDA_ARCH__
#define REQUIRE(condition) \
  if (!(condition)) __trap()
#define TABLE __constant__
#define LOAD(x) __ldg(&(x))
#else
#define REQUIRE(condition) \
  if (!(condition)) throw 1
#define TABLE static const
#define LOAD(x) (x)
#include <vector>
static std::vector<int> host_only{1, 2, 3};
#endif

TABLE int table[3] = {1, 2, 3};
__host__ __device__ int lookup(int i) { return table[i]; }

template <class T, int N>
struct Array {
  T values[N];
  __host__ __device__ T& operator[](int i) {
    REQUIRE(i < N);
    return values[i];
  }
  __host__ __device__ friend bool operator==(const Array& a, const Array& b) {
    REQUIRE(N > 0);
    return LOAD(a.values[0]) == b.values[0];
  }
  template <class U>
  __host__ __device__ auto plus(U u) const -> decltype(T() + U()) {
    REQUIRE(N > 0);
    return values[0] + u;
  }
};

template <class T>
__host__ __device__ inline
#ifdef __CUDA_ARCH__
    __attribute__((always_inline))
#endif
    T
    at_least(T x, T low = T(0)) {
  REQUIRE(low == low);
  return x < low ? low : x;
}
template <>
__host__ __device__ inline float at_least<float>(float x, float low) {
  REQUIRE(low == low);
  return x < low ? low : x + 0.5f;
}

struct Base {
  int b;
  __host__ __device__ explicit Base(int b) : b(b) { REQUIRE(b > 0); }
};
struct Derived : Base {
  int c;
  __host__ __device__ Derived()
      : Base(
#ifdef __CUDA_ARCH__
            2
#else
            1
#endif
            ),
        c{b} {
  }
};

__host__ __device__ int cases(int x) {
  switch (x) {
#ifdef __CUDA_ARCH__
    case 1:
      return 10;
#endif
    default:
      return 20;
  }
}
__host__ __device__ int loop() {
  int sum = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int i = 0; i < 4; ++i) {
    if (i == 2) continue;
    sum += i;
  }
  return sum;
}
extern "C" {
__host__ __device__ int linked_as_c(int x) {
  REQUIRE(x > 0);
  return x;
}
}
enum class Letter { a, b };
__host__ __device__ const char* name(Letter letter) {
  REQUIRE(letter == Letter::a || letter == Letter::b);
  return letter == Letter::a ? "a" : "b";
}

template <class F>
__global__ void call(F f, int* out) {
  REQUIRE(out != nullptr);
  *out = f(*out);
}
struct Launcher {
  int* out;
  template <class F>
  void run(F f);
};
template <class F>
void Launcher::run(F f) {
  call<<<1, 1>>>(f, out);
  cudaDeviceSynchronize();
}
struct Adder {
  int value;
  Adder& operator+=(int x) {
    value += x;
    return *this;
  }
  __host__ __device__ int get() const {
    REQUIRE(value > 0);
    return value;
  }
  void run(Launcher launcher) {
    const Adder self = *this;
    launcher.run([=] __device__(int x) {
      REQUIRE(x > 0);
      return self.get() + x;
    });
  }
};

int main() {
  Array<int, 2> array{{1, 2}};
  int caught = 0;
  try {
    array[5] = 1;
  } catch (int) {
    caught = 1;
  }
  Derived derived;
#ifndef __CUDA_ARCH__
  printf("%d %d %d %d %d %d %s %d\n", caught, lookup(1), derived.b, derived.c, cases(1), loop(), name(Letter::b),
         (int)host_only.size());
#endif

  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 5;
  Launcher launcher{out};
  launcher.run([] __host__ __device__(int x) {
    Array<int, 3> a{{1, 2, 3}};
    Derived d;
    REQUIRE(a == a);
    return x + a[1] + a.plus(2) + int(at_least(1.0f)) + at_least(3) + lookup(2) + d.b * 100 + d.c * 1000 + cases(1) +
           loop() + linked_as_c(1);
  });
  const int first = *out;
  Adder adder{7};
  adder += 1;
  adder.run(launcher);
  printf("%d %d\n", first, *out);
  cudaFree(out);
}
