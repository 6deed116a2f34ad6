// The program's own exit status and arguments are left alone.
// ARGS: one "two three"
// EXIT: 42
// STDOUT: ^3 two three$
// STDERR: (?i)no findings|0 errors|findings: 0|0 findings
// CLEAN
#include <cstdio>

__global__ void k() {}

int main(int argc, char** argv) {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%d %s\n", argc, argv[2]);
  return 42;
}
