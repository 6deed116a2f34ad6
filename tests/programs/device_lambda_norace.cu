// Extended lambdas, with captures by value; what nvcc tells of their types, asked in a template.
// COMPILE: --extended-lambda
// STDOUT: ^38 3$
// CLEAN
#include <cstdio>
#include <type_traits>

template <class F, class = void>
struct RunsOnHost {
  static constexpr bool value = true;
};
template <class F>
struct RunsOnHost<F, std::enable_if_t<__nv_is_extended_device_lambda_closure_type(F)>> {
  static constexpr bool value = false;
};
static_assert(RunsOnHost<int>::value && !__nv_is_extended_host_device_lambda_closure_type(int), "no lambda");

template <class Function>
__global__ void for_each(int n, Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) function(i);
}

int main() {
  int* data;
  cudaMallocManaged(&data, 20 * sizeof(int));
  int factor = 2;
  for_each<<<1, 32>>>(20, [=] __device__(int i) { data[i] = factor * i; });
  for_each<<<1, 32>>>(1, [data] __host__ __device__(int i) { data[i] = 3; });
  cudaDeviceSynchronize();
  printf("%d %d\n", data[19], data[0]);
}
