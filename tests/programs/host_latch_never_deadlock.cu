// A program ends while a kernel still waits for it.
// FINDING: deadlock error none intra-block barrier@waits occurrences=2
// EXIT: 66
// STDOUT: ^ends$
#include <cstdio>

__managed__ volatile unsigned latch;

__global__ void wait_for() {
  while (latch < 1) { }  // @waits
}

int main() {
  wait_for<<<2, 1>>>();
  std::puts("ends");
}
