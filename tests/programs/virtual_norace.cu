// Virtual functions of objects that a kernel constructed, wherever they were copied since: on its stack, in device and
// managed memory that held the host's before, by way of the host. The host calls those of its own.
// CLEAN
// STDOUT: ^4 9 9 4 4 4$
#include <cstdio>
#include <new>

struct Shape {
  float size;
  __host__ __device__ explicit Shape(float s) : size(s) {}
  __host__ __device__ virtual float area() const { return size; }
};
struct Square : Shape {
  using Shape::Shape;
  __host__ __device__ float area() const override { return size * size; }
};

__global__ void construct(void* where, float size) { new (where) Square(size); }
__device__ __noinline__ float area_of(const Shape& shape) { return shape.area(); }
__global__ void measure(const Shape* shape, float* out) { *out = area_of(*shape); }
__global__ void measure_local(float* out) {
  const Square local(2);
  *out = area_of(local);
}
__global__ void size_only(const Square* shape, float* out) { *out = shape->size * 2; }

float measured(const Shape* shape) {
  float *out, result;
  cudaMalloc(&out, sizeof(float));
  measure<<<1, 1>>>(shape, out);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return result;
}

int main() {
  const Square host(2);
  const Shape* volatile seen = &host;
  printf("%g", seen->area());

  // The host's object is replaced by one that a kernel constructs.
  Square *device, *managed, *copy;
  cudaMalloc(&device, sizeof(Square));
  cudaMemcpy(device, &host, sizeof(Square), cudaMemcpyHostToDevice);
  construct<<<1, 1>>>(device, 3);
  printf(" %g", measured(device));

  cudaMallocManaged(&managed, sizeof(Square));
  new (managed) Square(5);
  cudaMemcpy(managed, device, sizeof(Square), cudaMemcpyDeviceToDevice);
  printf(" %g", measured(managed));

  // Members of the host's object are its bytes.
  float *out, result;
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(device, &host, sizeof(Square), cudaMemcpyHostToDevice);
  size_only<<<1, 1>>>(device, out);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf(" %g", result);

  measure_local<<<1, 1>>>(out);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf(" %g", result);

  // There and back.
  alignas(Square) unsigned char bytes[sizeof(Square)];
  construct<<<1, 1>>>(device, 2);
  cudaMemcpy(bytes, device, sizeof(Square), cudaMemcpyDeviceToHost);
  cudaMalloc(&copy, sizeof(Square));
  cudaMemcpy(copy, bytes, sizeof(Square), cudaMemcpyHostToDevice);
  printf(" %g\n", measured(copy));
  cudaFree(out), cudaFree(device), cudaFree(managed), cudaFree(copy);
}
