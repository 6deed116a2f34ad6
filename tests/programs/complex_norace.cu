// cuComplex.h in a kernel and on the host; NVTX is accepted.
// CLEAN
// STDOUT: ^3 4 -2 25 5$
#include <cuComplex.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

__global__ void k(cuDoubleComplex* z, cuFloatComplex* w) {
  *z = cuCdiv(cuCmul(*z, *z), *z);
  *w = cuCfmaf(*w, *w, make_cuComplex(cuCabsf(*w), 1));
}

int main() {
  cuDoubleComplex* z;
  cuFloatComplex* w;
  cudaMallocManaged(&z, sizeof *z);
  cudaMallocManaged(&w, sizeof *w);
  *z = make_cuDoubleComplex(3, 4);
  *w = make_cuFloatComplex(3, 4);
  nvtxRangePushA("kernel");
  k<<<1, 1>>>(z, w);
  cudaDeviceSynchronize();
  nvtxRangePop();
  printf("%g %g %g %g %g\n", cuCreal(*z), cuCimag(*z), w->x, w->y, cuCabs(*z));
}
