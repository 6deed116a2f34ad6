// A program ends while a kernel still waits for it.
// FINDING: deadlock error none intra-block barrier@waits occurrences=2
// EXIT: 66
// SCHEDULE-DEPENDENT: how often threads look, until the runtime knows that the program has no other thread
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
