// A program of its own may call its things texture and surface.
// CLEAN
// STDOUT: ^7$
#include <cstdio>

struct texture {
  int width;
};
__device__ int surface;

__global__ void fill(texture t) { surface = t.width; }

int main() {
  fill<<<1, 1>>>(texture{7});
  int value = 0;
  cudaMemcpyFromSymbol(&value, surface, sizeof value);
  std::printf("%d\n", value);
}
