// Literal arguments: 0 and NULL for pointers, {} and braces for structs, characters, defaults.
// CLEAN
// STDOUT: ^1 1 1 0 5 65 3$
#include <cstdio>

struct Point {
  int x, y;
};

__global__ void k(int* out, const int* a, const float* b, void* c, Point d, Point e, char f, int g = 3) {
  out[0] = a == nullptr, out[1] = b == nullptr, out[2] = c == nullptr;
  out[3] = d.x + d.y, out[4] = e.x + e.y, out[5] = f, out[6] = g;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 7 * sizeof(int));
  k<<<1, 1>>>(out, 0, NULL, 0, {}, {2, 3}, 'A');
  cudaDeviceSynchronize();
  for (int i = 0; i < 7; ++i) printf("%d%c", out[i], i == 6 ? '\n' : ' ');
}
