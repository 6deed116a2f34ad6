// Kernels write constant memory, through a pointer and by name.
// FINDING: invalid-address error constant none write@pointer object=tables::table bytes=64 element=tables::table[3] message="a thread writes constant memory"
// FINDING: invalid-address error constant none atomic@name object=total bytes=4
namespace tables {
__constant__ float scale = 2, table[16];
}
static __constant__ __align__(16) int total;

__device__ void set(float* to, float value) {
  *to = value;  // @pointer
}

__global__ void k() {
  const float x = tables::table[threadIdx.x] + tables::scale;
  if (threadIdx.x == 3) set(&tables::table[3], x);
  atomicAdd(&total, 1);  // @name
}

int main() {
  k<<<1, 16>>>();
  return cudaDeviceSynchronize();
}
