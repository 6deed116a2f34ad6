// An 8-byte store against a 1-byte and a 2-byte load in it, and a 4-byte load beside it.
// FINDING: race error global intra-warp write@w#0 read@byte#1 object=data
// FINDING: race error global intra-warp write@w#0 read@half#2 object=data
__device__ long long data[2];
__device__ int out[4];

__global__ void k() {
  int t = threadIdx.x;
  if (t == 0) data[1] = -1;                                // @w
  if (t == 1) out[1] = reinterpret_cast<char*>(data)[15];  // @byte
  if (t == 2) out[2] = reinterpret_cast<short*>(data)[4];  // @half
  if (t == 3) out[3] = reinterpret_cast<int*>(data)[1];
}

int main() {
  k<<<1, 4>>>();
  return cudaDeviceSynchronize();
}
