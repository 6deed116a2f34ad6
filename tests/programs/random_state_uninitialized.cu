// A kernel draws from states that nobody has set up.
// FINDING: uninitialized-read error global none *@draw object=states
// FINDING-COUNT: 1
#include <curand_kernel.h>

__global__ void draw(curandStatePhilox4_32_10_t* states, float* out) {
  out[threadIdx.x] = curand_uniform(&states[threadIdx.x]);  // @draw
}

int main() {
  curandStatePhilox4_32_10_t* states;
  float* out;
  cudaMalloc(&states, 64 * sizeof *states);
  cudaMalloc(&out, 64 * sizeof(float));
  draw<<<1, 64>>>(states, out);
  cudaDeviceSynchronize();
}
