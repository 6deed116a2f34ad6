// A ghost check looks at managed memory while kernels run; that is no access of the host.
// CLEAN
#include <fencepost/ghost.h>

__global__ void add(int* data) { data[threadIdx.x] += 1; }

int main() {
  int* data;
  cudaMallocManaged(&data, 8 * sizeof(int));
  fencepost::GhostCheck look([&](const fencepost::AfterInterval& after) {
    after.require(data[0] == static_cast<int>(after.launch), "each launch adds one");
  });
  add<<<1, 8>>>(data);
  add<<<1, 8>>>(data);
  cudaDeviceSynchronize();
  return data[7] != 2;
}
