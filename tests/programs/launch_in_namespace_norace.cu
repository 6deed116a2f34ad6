// Kernels in namespaces, classes and anonymous namespaces, qualified names, static, extern "C", launch bounds.
// CLEAN
// STDOUT: ^63$
#include <cstdio>

namespace outer {
namespace inner {
__global__ void k(int* sum) { *sum += 1; }
}  // namespace inner
namespace alias = inner;
void launch(int* sum) { inner::k<<<1, 1>>>(sum); }
}  // namespace outer

namespace {
template <class T>
__global__ void hidden(T* sum) {
  *sum += 4;
}
}  // namespace

static __global__ void __launch_bounds__(128, 2) bounded(int* __restrict__ sum) { *sum += 8; }

extern "C" __global__ void plain(int* sum) { *sum += 16; }

__global__ static void declared(int* sum);

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  outer::launch(sum);
  ::outer::alias::k<<<1, 1>>>(sum);
  outer::inner::k<<<1, 1>>>(sum), outer::inner::k<<<dim3(1), dim3{1}>>>(sum);
  ::hidden<int><<<1, 1>>>(sum);
  bounded<<<1, 1>>>(sum);
  plain<<<1, 1>>>(sum);
  declared<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);
}

__global__ static void declared(int* sum) { *sum += 31; }
