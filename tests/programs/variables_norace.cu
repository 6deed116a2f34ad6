// CLEAN
// Variables that kernels may use: constant tables of the host, the device's own by address, memory that the host shares.
struct Point {
  float x, y;
};
struct Base {
  __device__ virtual int value() const { return 1; }
};
struct Derived : Base {
  __device__ int value() const override { return 2; }
};
__constant__ struct Limits {
  int low, high;
} limits = {1, 2};
__constant__ Point corners[2] = {{1, 2}, {3, 4}}, centre;
__constant__ int (*operation)(int);
extern __constant__ int later;
__constant__ int later = 7;
template <class T>
struct Tables {
  static __device__ T found;
};
template <class T>
__device__ T Tables<T>::found;
template <class T>
__constant__ T unit = T(1);
__device__ int counter, cells[32];
__managed__ int shared_with_host[32];
int registered[32];
static const int kPrimes[] = {2, 3, 5, 7};
constexpr float kWeights[] = {0.25f, 0.5f, 0.25f};
static const char* const kNames[] = {"a", "b"};

__device__ int next() {
  static int calls;
  return atomicAdd(&calls, 1);
}

__global__ void k(int* of_device, int* of_both, int* of_host) {
  const Derived object;
  const Base* base = &object;
  of_device[threadIdx.x] = kPrimes[threadIdx.x % 4] + int(kWeights[threadIdx.x % 3]) + kNames[threadIdx.x % 2][0];
  of_both[threadIdx.x] = base->value() + limits.low + int(corners[1].x + centre.y) + later + unit<int>;
  of_host[threadIdx.x] = next() >= 0;
  atomicAdd(&counter, 1);
  atomicAdd(&Tables<int>::found, 1);
}

__global__ void add(int* a, int* b) {
  atomicAdd(a, 1);
  atomicAdd(b, 1);
}

int main() {
  int *of_device, *found, *count;
  const Point middle{2, 3};
  if (cudaMemcpyToSymbol(centre, &middle, sizeof middle) != cudaSuccess) return 1;
  cudaGetSymbolAddress((void**)&of_device, cells);
  cudaGetSymbolAddress((void**)&found, Tables<int>::found);
  cudaGetSymbolAddress((void**)&count, counter);
  if (cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault) != cudaSuccess) return 2;
  k<<<1, 32>>>(of_device, shared_with_host, registered);
  add<<<1, 32>>>(found, count);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaHostUnregister(registered);
  return error;
}
