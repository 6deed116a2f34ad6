// All threads of a block draw from one state.
// FINDING: race error global intra-block *@draw *@draw object=state
#include <curand_kernel.h>

__global__ void init(curandState* state) { curand_init(1, 0, 0, state); }

__global__ void draw(curandState* state, float* out) {
  out[threadIdx.x] = curand_uniform(state);  // @draw
}

int main() {
  curandState* state;
  float* out;
  cudaMalloc(&state, sizeof *state);
  cudaMalloc(&out, 64 * sizeof(float));
  init<<<1, 1>>>(state);
  draw<<<1, 64>>>(state, out);
  cudaDeviceSynchronize();
}
