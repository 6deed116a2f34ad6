// For test_replay.py: numbers of every kind, and structs, behind a kernel's parameters and in shared memory.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Body {
  float2 velocity;
  unsigned id;
  int charge;
};
struct Mixed {
  double mass;
  short kind;
};

__global__ void numbers(__half* halves, __nv_bfloat16* brain, __half2* pairs, Body* bodies, Mixed* mixed,
                        unsigned* great, int (*rows)[3]) {
  __shared__ __half tile[4];
  __shared__ float3 places[4];
  int t = threadIdx.x;
  tile[t] = __float2half(t == 3 ? 1e-6f : t - 0.5f);
  places[t] = make_float3(t, -t, 0.25f);
  __syncthreads();
  halves[t] = t == 2 ? __float2half(-1e6f) : tile[t];
  brain[t] = __float2bfloat16(-3.0f * t);
  pairs[t] = __floats2half2_rn(t, places[t].y);
  bodies[t] = {{1.5f, -t - 0.5f}, 4000000000u + t, -t};
  mixed[t].mass = 0.1;
  mixed[t].kind = -t;
  great[t] = 4000000000u + t;
  rows[t][2] = -t;
}

template <class T>
T* allocated() {
  T* memory;
  cudaMalloc(&memory, 4 * sizeof(T));
  return memory;
}

int main() {
  numbers<<<1, 4>>>(allocated<__half>(), allocated<__nv_bfloat16>(), allocated<__half2>(), allocated<Body>(),
                    allocated<Mixed>(), allocated<unsigned>(), allocated<int[3]>());
  return cudaDeviceSynchronize();
}
