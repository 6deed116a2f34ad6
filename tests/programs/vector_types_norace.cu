// Vector types, their make functions and alignment.
// CLEAN
// STDOUT: ^10 6 7 16 8 4 3$
#include <cstdio>

struct Item {
  char tag;
  float4 value;
};

__global__ void k(float4 a, int3 b, uchar4* bytes, int* out) {
  out[0] = a.x + a.y + a.z + a.w;
  out[1] = b.x + b.y + b.z;
  bytes[threadIdx.x] = make_uchar4(7, 0, 0, 0);
  out[2] = bytes[0].x;
  out[3] = sizeof(Item) - sizeof(float4);
  out[4] = alignof(double2) / 2;
  out[5] = sizeof(short2);
  dim3 d(3);
  out[6] = d.x * d.y * d.z;
}

int main() {
  uchar4* bytes;
  int* out;
  cudaMallocManaged(&bytes, sizeof(uchar4));
  cudaMallocManaged(&out, 7 * sizeof(int));
  k<<<1, 1>>>(make_float4(1, 2, 3, 4), {1, 2, 3}, bytes, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 7; ++i) printf("%d%c", out[i], i == 6 ? '\n' : ' ');
}
