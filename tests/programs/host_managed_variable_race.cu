// A __managed__ variable.
// FINDING: race error global host-device *@k read@h object=counter element=counter
#include <cstdio>

__managed__ int counter = 3;
__device__ int unrelated;

__global__ void k() {
  counter += 1;  // @k
  unrelated += 1;
}

int main() {
  k<<<1, 1>>>();
  printf("%d\n", counter);  // @h
}
