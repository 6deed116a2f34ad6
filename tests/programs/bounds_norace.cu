// All bytes of arrays of odd sizes, of allocations beside each other, and of recycled ones.
// CLEAN
template <class T>
__global__ void fill(T* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = T(i);
}
template <class T>
__global__ void sum(const T* a, int n, T* out) {
  T s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += a[i];
  out[threadIdx.x] = s;
}

template <class T>
void check() {
  for (int n : {1, 2, 3, 5, 13, 255, 257, 5001, 100003}) {
    T *a, *out;
    cudaMalloc(&a, n * sizeof(T));
    cudaMalloc(&out, 32 * sizeof(T));
    fill<<<3, 64>>>(a, n);
    sum<<<1, 32>>>(a, n, out);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(out);
  }
}

int main() {
  check<char>();
  check<short>();
  check<int>();
  check<double>();
}
