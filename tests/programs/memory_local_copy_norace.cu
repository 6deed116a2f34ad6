// Copies of all that local variables have, from a place within them on, and past those that are not come to.
// CLEAN
// STDOUT: ^6 12$
#include <cstdio>
#include <cstring>

struct Four {
  float data[4];
  __device__ explicit Four(float4 bits) { memcpy(&data, &bits, sizeof data); }
};

__global__ void k(const float4* in, float* out, int more) {
  Four four(in[0]);
  out[0] = four.data[1] + four.data[3];
  float part[4];
  memcpy(part, in, 4);
  memcpy(part + 1, &in->y, 12);
  if (more > 4) memcpy(part, in, 20);
  out[1] = part[0] + part[1] + part[2] + part[3] + 2;
}

int main() {
  float4* in;
  float* out;
  cudaMallocManaged(&in, 2 * sizeof *in);
  cudaMallocManaged(&out, 2 * sizeof *out);
  in[0] = {1, 2, 3, 4};
  in[1] = {5, 6, 7, 8};
  k<<<1, 1>>>(in, out, 4);
  cudaDeviceSynchronize();
  printf("%g %g\n", out[0], out[1]);
}
