// Arrays that were not written, or not as a whole, and are transformed. What lies between their elements does not count.
// FINDING: uninitialized-read error global none read@whole bytes=128 offset=0 size=8 message="cufftExecC2C reads its idata, part of which nothing has written"
// FINDING: uninitialized-read error global none read@last offset=120 message="cufftExecC2C reads its idata"
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
// COMPILE: -lcufft
#include <cufft.h>

__global__ void fill(cufftComplex* out, int step) { out[threadIdx.x * step] = cufftComplex{1, 0}; }

int main() {
  cufftComplex *a, *b, *c, *d;
  for (cufftComplex** array : {&a, &b, &c, &d}) cudaMalloc(array, 16 * sizeof(cufftComplex));
  cufftHandle plan, strided;
  int n = 8;
  cufftPlan1d(&plan, 16, CUFFT_C2C, 1);
  cufftPlanMany(&strided, 1, &n, &n, 2, 16, &n, 1, 8, CUFFT_C2C, 1);
  fill<<<1, 8>>>(c, 2);
  cufftExecC2C(plan, a, d, CUFFT_FORWARD);  // @whole
  fill<<<1, 15>>>(b, 1);
  cufftExecC2C(plan, b, d, CUFFT_FORWARD);  // @last
  cufftExecC2C(strided, c, d, CUFFT_FORWARD);
  cufftExecC2C(plan, d, d, CUFFT_INVERSE);
}
