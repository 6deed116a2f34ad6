// nvcc takes a member template of a dependent class without `template` in front, when its arguments are values.
// CLEAN
// With an operator that could be meant clang asks for the operand first.
struct Pair {
  int first, second;
};
__device__ bool operator<(Pair, Pair);

template <class T>
struct Scaled {
  template <int n>
  static __device__ T times(T v) {
    return v * n;
  }
  template <int n>
  __device__ T plus(T v) const {
    return v + n;
  }
  template <int n>
  static __device__ T less(T v) {
    return v - n;
  }
  template <int n>
  static __device__ T less(T v, T more) {
    return v - n * more;
  }
};

template <class T>
__device__ T result(T v) {
  const int less = 4;
  constexpr int none = 0;
  Scaled<T> scaled;
  v = scaled.less<none>(v);
  v = scaled.less<none>(v - v / 2 + v / 2, 1);
  return Scaled<T>::times<3>(v) + (Scaled<T>::times<2>(v) < less ? 1 : 0) + Scaled<T>().plus<5>(v);
}
template <class T>
__global__ void set(T* out) {
  *out = result(*out);
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 1;
  set<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return *out == 10 ? 0 : 1;
}
