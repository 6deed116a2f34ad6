// Votes and warp-wide masks, on whole and partial warps.
// CLEAN
// STDOUT: ^aaaaaaaa 1 0 1 8 0 ff00 3ff$
#include <cstdio>

__global__ void k(unsigned* out) {
  const unsigned all = 0xffffffff;
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) {
    unsigned odd = __ballot_sync(all, lane % 2);
    int any = __any_sync(all, lane == 9);
    int every = __all_sync(all, lane < 31);
    int each = __all_sync(all, lane < 32);
    if (t == 3) out[0] = odd, out[1] = any != 0, out[2] = every != 0, out[3] = each != 0;
    if (lane >= 8 && lane < 16) {
      unsigned some = __ballot_sync(0xff00, 1);
      int none = __any_sync(0xff00, 0);
      if (lane == 8) out[4] = __popc(some), out[5] = none, out[6] = some;
    }
  } else {
    unsigned rest = __ballot_sync(0x3ff, 1);
    if (t == 41) out[7] = rest;
  }
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 8 * sizeof(unsigned));
  k<<<1, 42>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%x%c", out[i], i == 7 ? '\n' : ' ');
}
