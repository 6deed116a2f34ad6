// threadIdx and its kin are passed by reference, and read there by code that nobody inlines (RAJA does so): they are
// no part of the shared memory that they lie beside.
// COMPILE: -G
// CLEAN
template <class T>
__device__ unsigned x_of(const T& place) {
  return place.x;
}
__device__ unsigned y_of(const dim3& place) { return place.y; }
__device__ unsigned z_of(const uint3* place) { return place->z; }

__global__ void number(unsigned* out) {
  __shared__ unsigned tile[64];
  tile[x_of(threadIdx)] = x_of(blockIdx) * x_of(blockDim) + y_of(gridDim) + z_of(&threadIdx);
  out[x_of(blockIdx) * 64 + x_of(threadIdx)] = tile[threadIdx.x] + x_of(threadIdx);
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 128 * sizeof(unsigned));
  number<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < 128; ++i) {
    if (out[i] != i + 1) return 1;
  }
  return 0;
}
