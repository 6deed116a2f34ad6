// A transform in one stream, and in another a kernel that does not wait for it; two plans that share a work area. A transform
// to real numbers writes its input, too.
// FINDING: race error global stream write@forward read@read object=spectrum element=spectrum[0].x
// FINDING: race error global stream read@forward write@write object=signal element=signal[0]
// FINDING: race error global stream write@back read@again object=spectrum element=spectrum[0].x
// FINDING: race error global stream write@first write@second
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
// COMPILE: -lcufft
#include <cufft.h>

__global__ void copy(const cufftComplex* spectrum, float* out) {
  out[threadIdx.x] = spectrum[threadIdx.x].x;  // @read
}
__global__ void copy_again(const cufftComplex* spectrum, float* out) {
  out[threadIdx.x] = spectrum[threadIdx.x].x;  // @again
}
__global__ void clear(float* signal) {
  signal[threadIdx.x] = 0;  // @write
}

int main() {
  float *signal, *out;
  cufftComplex *spectrum, *other;
  cudaMalloc(&signal, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMalloc(&spectrum, 33 * sizeof(cufftComplex));
  cudaMalloc(&other, 33 * sizeof(cufftComplex));
  cudaMemset(signal, 0, 64 * sizeof(float));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cufftHandle forward, back;
  cufftPlan1d(&forward, 64, CUFFT_R2C, 1);
  cufftPlan1d(&back, 64, CUFFT_C2R, 1);
  cufftSetStream(forward, streams[0]);
  cufftSetStream(back, streams[0]);
  cudaDeviceSynchronize();
  cufftExecR2C(forward, signal, spectrum);  // @forward
  copy<<<1, 33, 0, streams[1]>>>(spectrum, out);
  clear<<<1, 64, 0, streams[1]>>>(signal);
  cudaDeviceSynchronize();
  cufftExecC2R(back, spectrum, signal);  // @back
  copy_again<<<1, 33, 0, streams[1]>>>(spectrum, out);
  cudaDeviceSynchronize();
  copy<<<1, 33, 0, streams[1]>>>(spectrum, out);  // In order.

  void* area;
  cudaMalloc(&area, 33 * sizeof(cufftComplex));
  cufftSetWorkArea(forward, area);
  cufftSetWorkArea(back, area);
  cudaDeviceSynchronize();
  cufftSetStream(back, streams[1]);
  cufftExecR2C(forward, signal, other);  // @first
  cufftExecC2R(back, spectrum, out);  // @second
}
