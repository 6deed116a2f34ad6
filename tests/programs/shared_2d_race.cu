// A 2-D array: the report names the element by its indices.
// FINDING: race error shared intra-warp write@w read@r object=grid element=grid[3][4] bytes=256
__device__ int out;

__global__ void k() {
  __shared__ int grid[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  grid[y][x] = x;                          // @w
  if (x == 0 && y == 0) out = grid[3][4];  // @r
}

int main() {
  k<<<1, dim3(8, 8)>>>();
  return cudaDeviceSynchronize();
}
