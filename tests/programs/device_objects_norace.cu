// Objects with virtual functions, function pointers, placement new and recursion in device code.
// CLEAN
// COMPILE: -std=c++17
// STDOUT: ^9 10 1271 55 49 77 5 6$
#include <cstdio>
#include <new>

struct Shape {
  __host__ __device__ virtual int area() const = 0;
  __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  __host__ __device__ explicit Square(int side) : side(side) {}
  __host__ __device__ int area() const override { return side * side; }
};
struct Rectangle : Shape {
  int a, b;
  __host__ __device__ Rectangle(int a, int b) : a(a), b(b) {}
  __host__ __device__ int area() const override { return a * b; }
};
__device__ Shape* shapes[2];
__global__ void make() {
  shapes[0] = new Square(3);
  shapes[1] = new Rectangle(2, 5);
}
__global__ void areas(int* out) { out[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void destroy() { delete shapes[threadIdx.x]; }

typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation operations[] = {add, multiply};
__device__ Operation chosen = multiply;
__global__ void call(Operation operation, int* out) {
  *out = operation(3, 4) * 100 + operations[0](3, 4) * 10 + chosen(1, 1);
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void __launch_bounds__(32, 4) recursive(int* out) { *out = fibonacci(10); }

__global__ void placed(int* out) {
  __shared__ alignas(16) char storage[sizeof(Square)];
  Square* square = new (storage) Square(7);
  *out = square->area();
  square->~Square();
}

struct Table {
  int values[100];
};
__global__ void in_constant_bank(const __grid_constant__ Table table, int* out) { *out = table.values[7]; }
__global__ __maxnreg__(64) void few_registers(int* out) { *out = 5; }
template <int N, class... Values>
__global__ void sum_of(int* out, Values... values) {
  *out = (int(values) + ... + N);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 9 * sizeof(int));
  make<<<1, 1>>>();
  areas<<<1, 2>>>(out);
  destroy<<<1, 2>>>();
  Operation operation;
  cudaMemcpyFromSymbol(&operation, chosen, sizeof operation);
  call<<<1, 1>>>(operation, out + 2);
  recursive<<<1, 1>>>(out + 3);
  placed<<<1, 1>>>(out + 4);
  Table table;
  table.values[7] = 77;
  in_constant_bank<<<1, 1>>>(table, out + 5);
  few_registers<<<1, 1>>>(out + 6);
  sum_of<3><<<1, 1>>>(out + 7, 1, 2.5f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf(i < 7 ? "%d " : "%d\n", out[i]);
  cudaFree(out);
}
