// In templates nvcc and g++ take `constexpr` in front of functions that can never be, a type's `template` that nobody
// wrote, and a macro that is a pragma; and `typeof` in any standard of the language.
// COMPILE: -std=c++17
// CLEAN
#define UNROLL #pragma unroll
#define UNROLL_TWICE #pragma unroll 2

struct Position {
  int at;
  __host__ __device__ Position(int a) : at(a) {}  // No literal type.
  __host__ __device__ ~Position() {}
};

template <class T>
struct Rows {
  template <class U = T>
  struct Row {
    U value;
  };
  __host__ __device__ constexpr T twice(T v) const;
  __host__ __device__ constexpr T half(T v) const {
    Position p(static_cast<int>(v));
    return static_cast<T>(p.at / 2);
  }
};
template <class T>
__host__ __device__ constexpr T Rows<T>::twice(T v) const {
  const Position p{static_cast<int>(v)};
  return static_cast<T>(p.at * 2);
}

struct Plus {
  template <int n>
  __device__ int operator()(int v) const {
    return v + n;
  }
};
template <class Add>
struct Added {
  Add add;
  __device__ int to(int v) const { return this->add.operator()<3>(v); }
};

template <class T>
__device__ T sum(const Rows<T>& rows, T v) {
  typename Rows<T>::Row<> row{static_cast<T>(Added<Plus>().to(v) - 3)};
  typeof(v) all = 0;
  UNROLL
  for (int i = 0; i < 4; ++i) all += rows.twice(row.value);
  UNROLL_TWICE
  for (int i = 0; i < 4; ++i) all += rows.half(row.value);
  return all;
}

__global__ void use(int* out) { *out = sum(Rows<int>(), *out); }

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 10;
  use<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return *out == 100 ? 0 : 1;
}
