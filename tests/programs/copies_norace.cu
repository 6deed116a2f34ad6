// Copies of every kind: to, from, between, 2-D, asynchronous, from and to symbols with an offset, and memset.
// CLEAN
// STDOUT: ^3 9 21 5 0x07070707 6$
#include <cstdio>

__device__ int symbol[8];

int main() {
  int host[8] = {0, 1, 2, 3, 4, 5, 6, 7}, back[8] = {};
  int *a, *b;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice);
  cudaMemcpy(back, b, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d ", back[3]);

  char *pitched, grid[3][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}}, grid_back[3][4];
  size_t pitch;
  cudaMallocPitch(&pitched, &pitch, 5, 3);
  cudaMemcpy2D(pitched, pitch, grid, 5, 5, 3, cudaMemcpyHostToDevice);
  cudaMemcpy2D(grid_back, 4, pitched + 1, pitch, 4, 3, cudaMemcpyDeviceToHost);
  printf("%d ", grid_back[1][2]);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemsetAsync(a, 0, sizeof host, stream);
  cudaMemcpyAsync(a, host + 6, 2 * sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(back, a, sizeof host, cudaMemcpyDefault, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  printf("%d ", 2 * back[0] + back[1] + back[2] + 2);

  cudaMemcpyToSymbol(symbol, host + 5, sizeof(int), 3 * sizeof(int));
  cudaMemcpyFromSymbol(back, symbol, 2 * sizeof(int), 3 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d ", back[0] + back[1]);

  cudaMemset(a, 7, sizeof host);
  cudaMemcpy(back, a, sizeof host, cudaMemcpyDeviceToHost);
  printf("0x%08x ", back[7]);

  int* address;
  cudaGetSymbolAddress((void**)&address, symbol);
  cudaMemcpy(address, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(back, symbol, sizeof back);
  printf("%d\n", back[6]);
  cudaFree(a), cudaFree(b), cudaFree(pitched);
}
