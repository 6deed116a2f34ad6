// Inline PTX: ldmatrix reads the row whose address a lane gives, and waits for the warp, but orders no memory: what
// other lanes wrote needs a __syncwarp().
// FINDING: race error shared intra-warp write@w read@r object=tile
#include <cstdio>

__global__ void load(unsigned* out) {
  __shared__ __align__(16) unsigned short tile[8][8];
  const int lane = threadIdx.x;
  tile[lane / 4][lane % 4 * 2] = lane;  // @w
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane % 8][0]));
  unsigned r;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(from));  // @r
  out[lane] = r;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
