// A ghost check sees the arrays after each interval of its block, static and dynamic shared ones by name, and changes
// nothing: not the findings, not the count of accesses.
// CLEAN
// STDOUT: ^0: at line \d+, tile 0 1 2 3, extra -1, out 0 0 0 0$
// STDOUT: ^1: at line \d+, tile 0 1 2 3, extra 7, out 0 0 0 0$
// STDOUT: ^2: at exit, tile 0 1 2 3, extra 7, out 10 9 8 7$
// STDOUT: ^3 calls, lines differ$
// STDERR: 51 accesses checked
#include <fencepost/ghost.h>

#include <cstdio>
#include <cstdlib>

extern __shared__ int extra[];

__global__ void reverse(int* out) {
  __shared__ int tile[4];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) extra[0] = 7;
  __syncthreads();
  out[4 * blockIdx.x + threadIdx.x] = tile[3 - threadIdx.x] + extra[0];
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemset(out, 0, 8 * sizeof(int));
  int calls = 0;
  unsigned lines[3] = {};
  {
    fencepost::GhostCheck look(
        [&](const fencepost::AfterInterval& after) {
          const int* tile = after.shared<int>("tile");
          const int* dynamic = after.shared<int>("extra");
          const int* result = after.array(out) + 4;
          if (after.shared<int>("no such array") != nullptr) abort();
          if (after.block_x != 1 || after.launch != 1) abort();
          printf("%u: at %s", after.interval, after.at_exit ? "exit" : "line ");
          if (!after.at_exit) printf("%u", after.line);
          printf(", tile %d %d %d %d, extra %d, out %d %d %d %d\n", tile[0], tile[1], tile[2], tile[3], dynamic[0],
                 result[0], result[1], result[2], result[3]);
          lines[after.interval] = after.line;
          ++calls;
        },
        1);
    reverse<<<2, 4, sizeof(int)>>>(out);
    cudaDeviceSynchronize();
  }
  printf("%d calls, lines %s\n", calls, lines[0] != 0 && lines[1] == lines[0] + 2 && lines[2] == 0 ? "differ" : "are wrong");
  reverse<<<1, 4, sizeof(int)>>>(out);  // Nobody looks any more.
  cudaDeviceSynchronize();
  cudaFree(out);
}
