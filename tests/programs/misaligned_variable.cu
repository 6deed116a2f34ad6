// Accesses that the compiler knows to be misaligned, as it knows the variable.
// FINDING: misaligned error global none write@g object=x size=4 message="a multiple of 1 only"
// FINDING: misaligned error shared none write@s object=tile size=8
__device__ int x[4], out;

__global__ void k() {
  __shared__ double tile[4];
  tile[threadIdx.x] = 0;
  *(int*)((char*)x + 1) = 42;  // @g
  *(double*)((char*)tile + 4) = 1;  // @s
  out = tile[threadIdx.x] == 0;
}

int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
