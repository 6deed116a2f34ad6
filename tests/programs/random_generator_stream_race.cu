// A generator fills memory in its stream; a kernel in another one reads it without waiting. Then it fills too much.
// FINDING: race error global stream write@fill *@read object=values element=values[0]
// FINDING: api-error error none none *@far message="curandGenerateUniform: its destination \(404 bytes\) goes 4 bytes past"
#include <curand.h>

__global__ void copy(const float* values, float* out) {
  out[threadIdx.x] = values[threadIdx.x];  // @read
}

int main() {
  float *values, *out;
  cudaMalloc(&values, 100 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, a);
  curandGenerateUniform(generator, values, 64);  // @fill
  copy<<<1, 64, 0, b>>>(values, out);
  cudaDeviceSynchronize();
  curandGenerateUniform(generator, values, 101);  // @far
  curandDestroyGenerator(generator);
}
