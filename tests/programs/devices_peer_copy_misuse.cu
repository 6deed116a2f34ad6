// cudaMemcpyPeer is told the wrong device.
// OPTIONS: --devices 2
// FINDING: api-error error none none *@copy message="cudaMemcpyPeer: its source is memory of device 0, not of device 1"
// EXIT: 66
#include <cstdlib>

int main() {
  int *from, *to;
  cudaMalloc(&from, 64);
  cudaMalloc(&to, 64);
  cudaMemset(from, 0, 64);
  if (cudaMemcpyPeer(to, 0, from, 1, 64) != cudaErrorInvalidValue) std::abort();  // @copy
  if (cudaMemcpyPeer(to, 2, from, 0, 64) != cudaErrorInvalidDevice) std::abort();
  if (cudaMemcpyPeer(to, 0, from, 0, 64) != cudaSuccess) std::abort();
}
