// A copy of more bytes than local variables have, as by a size in bits: it is told, and ends where they do.
// EXIT: 66
// FINDING: out-of-bounds error local none read@bits object=bits size=128 bytes=16
// FINDING: out-of-bounds error local none write@fills object=part size=20 bytes=16
// STDOUT: ^6 12$
#include <cstdio>
#include <cstring>

struct Four {
  float data[4];
  __device__ explicit Four(float4 bits) {
    memcpy(&data, &bits, 128);  // @bits
  }
};

__global__ void k(const float4* in, float* out) {
  Four four(in[0]);
  out[0] = four.data[1] + four.data[3];
  float part[4];
  memset(part + 1, 0, 12);
  memcpy(part, in, 20);  // @fills
  out[1] = part[0] + part[1] + part[2] + part[3] + 2;
}

int main() {
  float4* in;
  float* out;
  cudaMallocManaged(&in, 2 * sizeof *in);
  cudaMallocManaged(&out, 2 * sizeof *out);
  in[0] = {1, 2, 3, 4};
  in[1] = {5, 6, 7, 8};
  k<<<1, 1>>>(in, out);
  cudaDeviceSynchronize();
  printf("%g %g\n", out[0], out[1]);
}
