// What a call was told is reported though the program ends itself before it launches anything.
// FINDING: api-error error none none *@copy message="cudaMemcpy: its destination \(8 bytes\) goes 4 bytes past the end of the 4 bytes"
// EXIT: -6
// STDERR: ^fencepost: error: the host part of the program got signal 6$
#include <cstdlib>

int main() {
  int *p, two[2] = {};
  cudaMalloc(&p, sizeof(int));
  if (cudaMemcpy(p, two, sizeof(two), cudaMemcpyHostToDevice) != cudaSuccess) std::abort();  // @copy
}
