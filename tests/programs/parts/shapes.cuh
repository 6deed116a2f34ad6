// Classes of separate_classes_norace.cu, whose members are defined in parts/shapes.cu.
#pragma once

struct Shape {
  __device__ virtual int area() const;
  __device__ virtual ~Shape();
  int side;
};
struct Square : Shape {
  __device__ explicit Square(int side);
  __device__ int area() const override;
};
template <class T>
__device__ T twice(T x);
extern __constant__ int scale;
__global__ void architecture(int* out);
