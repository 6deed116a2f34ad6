// Functions whose code is in another file, or in the library: by itself this one is no program, and nothing of it is
// confirmed by a run.
#include <curand_kernel.h>

extern "C" __device__ int elsewhere(int x);
__device__ int also_elsewhere(int x);

// PROVE: assumed: elsewhere(), whose code is elsewhere, accesses nothing that other threads do, and waits for none
// PROVE: assumed: also_elsewhere(), whose code is elsewhere, accesses nothing that other threads do, and waits for none
// PROVED
__global__ void calls_elsewhere(int* a) {
  a[threadIdx.x] = elsewhere(threadIdx.x) + also_elsewhere(threadIdx.x);
}

__device__ int __neither_here(int x);
namespace app {
__device__ int clock(int x);
}

// Names as CUDA's own functions have, of others.
// PROVE: assumed: __neither_here(), whose code is elsewhere, accesses nothing that other threads do, and waits for none
// PROVE: assumed: app::clock(), whose code is elsewhere, accesses nothing that other threads do, and waits for none
// PROVED
__global__ void calls_what_is_called_alike(int* a) {
  a[threadIdx.x] = __neither_here(threadIdx.x) + app::clock(threadIdx.x);
}

// PROVE: unknown: a: line +2 writes, by two threads
__global__ void is_not_run(int* a) {
  a[threadIdx.x / 2] = elsewhere(threadIdx.x);
}

// PROVED
__global__ void tells_and_draws(curandState* states, float* a, unsigned long long seed) {
  if (threadIdx.x == 0) printf("the first of %d\n", blockDim.x);
  curand_init(seed, threadIdx.x, 0, &states[threadIdx.x]);
  a[threadIdx.x] = __expf(curand_uniform(&states[threadIdx.x])) + clock();
}
