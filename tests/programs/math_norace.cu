// Integer and floating-point intrinsics.
// CLEAN
// STDOUT: ^3 28 5 ff000000 1 12 3 0\.5 8 1 2 4 -1 1 1$
#include <cmath>
#include <cstdio>

__global__ void k(int n, float x) {
  printf("%d %d %d %x %u %d %g %g %g %g %g %g %d %d %d\n", __popc(n), __clz(n), __ffs(16), __brev(255),
         __umulhi(1u << 31, 2), __mul24(3, 4), __fdividef(x, 2), rsqrtf(4), exp2f(3), fminf(1, 2), fmaxf(1, 2),
         sqrtf(16), max(-1, -5), min(1, 2), isnan(NAN) ? 1 : 0);
}

int main() {
  k<<<1, 1>>>(13, 6);
  cudaDeviceSynchronize();
}
