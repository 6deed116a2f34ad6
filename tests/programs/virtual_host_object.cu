// Virtual functions of objects that the host constructed, which a kernel must not call: copied to the device, or
// constructed in managed memory. Passing one to a kernel is not allowed, either.
// FINDING: invalid-address error global none read@copied object=copied message="virtual call through an object whose vtable pointer is the host's" hint="placement new"
// FINDING: invalid-address error global none read@managed object=managed message="the host's: managed"
// FINDING: invalid-address error global none read@back object=moved message="vtable pointer is the host's"
// FINDING: invalid-address warning none none read@value message="the launch passes shape, an object of a class with virtual functions"
// FINDING-COUNT: 4
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

__global__ void of_copied(const Square* copied, float* out) {
  const Shape* shape = copied;
  out[threadIdx.x] = shape[threadIdx.x].area();  // @copied
}
__global__ void of_managed(const Shape* managed, float* out) {
  out[threadIdx.x] = managed->area();  // @managed
}
__global__ void of_moved(const Shape* moved, float* out) {
  out[threadIdx.x] = moved->area();  // @back
}
__global__ void by_value(Square shape, float* out) { out[threadIdx.x] = shape.size; }

int main() {
  float* out;
  cudaMalloc(&out, 4 * sizeof(float));
  Square* host = static_cast<Square*>(operator new(4 * sizeof(Square)));
  for (int i = 0; i < 4; ++i) new (&host[i]) Square(2);

  Square* copied;
  cudaMalloc(&copied, 4 * sizeof(Square));
  cudaMemcpy(copied, host, 4 * sizeof(Square), cudaMemcpyHostToDevice);
  of_copied<<<1, 4>>>(copied, out);

  Square* managed;
  cudaMallocManaged(&managed, sizeof(Square));
  new (managed) Square(3);
  of_managed<<<1, 4>>>(managed, out);

  Square* moved;
  cudaMalloc(&moved, sizeof(Square));
  cudaMemcpy(moved, copied + 1, sizeof(Square), cudaMemcpyDeviceToDevice);
  of_moved<<<1, 4>>>(moved, out);

  by_value<<<1, 4>>>(*host, out);  // @value
  return cudaDeviceSynchronize();
}
