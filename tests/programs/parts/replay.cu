// For test_replay.py: divergence, atomics, structs, floating point, a kernel of many intervals, a race.
#include <cstdio>
#include <cstdlib>

struct Point {
  float x;
  int hits;
};

template <class T>
__global__ void diverge(T* out, Point* points, int* total) {
  __shared__ T tile[64];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    tile[t] = T(t) / 4;  // @even
  } else {
    tile[t] = T(-t);  // @odd
  }
  __syncthreads();  // @barrier
  out[blockIdx.x * 64 + t] = tile[63 - t];
  if (t < 4 && blockIdx.x == 0) {
    points[t].x = 0.5f;
    points[t].hits = t;
  }
  atomicAdd(total, t);  // @atomic
}

__global__ void many(int* out, int rounds) {
  __shared__ int tile[1024];
  int t = threadIdx.x;
  tile[t] = t;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    int left = tile[(t + 1) % 1024];
    __syncthreads();
    tile[t] = left + i;
  }
  out[t] = tile[t];
}

__global__ void late(int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = 100 + t;  // @write
  if (blockIdx.x < 6) __syncthreads();
  out[blockIdx.x * 32 + t] = tile[31 - t];  // @read
}

int main(int argc, char** argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 2;
  float* floats;
  Point* points;
  int *total, *ints;
  cudaMalloc(&floats, 128 * sizeof(float));
  cudaMalloc(&points, 4 * sizeof(Point));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&ints, 1024 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  if (argc > 2) {
    late<<<8, 32>>>(ints);
  } else {
    diverge<float><<<2, 64>>>(floats, points, total);
    many<<<1, 1024>>>(ints, rounds);
  }
  cudaDeviceSynchronize();
}
