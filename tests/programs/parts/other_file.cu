// The other file of separate_compilation_race.cu.
__device__ int table[32];

__device__ int take(int i) {
  return table[i];  // @r
}

__global__ void add_one(int* data) { *data += 1; }
