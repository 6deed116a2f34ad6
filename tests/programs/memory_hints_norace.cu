// Hints about managed memory are kept for those who ask; a peer that is not there is refused by its error.
// CLEAN
// OPTIONS: --fail-on never
// STDOUT: ^hints 1 -1 0 0 -2$
// STDOUT: ^wrong 101 1 101$
// STDOUT: ^locations 0 0 0 1$
// STDOUT: ^peer 0 101 705$
// STDOUT: ^version 12080 12080 12 8$
// STDOUT: ^globaltimer 1 1$
#include <cstdio>

__global__ void time(bool* later) {
  unsigned long long first, second;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(first));
  __nanosleep(100);
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(second));
  later[0] = second >= first;
  later[1] = first > 1000000000000000000ull;  // Nanoseconds since 1970.
}

int main() {
  int* data;
  cudaMallocManaged(&data, 4096);
  cudaMemAdvise(data, 4096, cudaMemAdviseSetReadMostly, 0);
  cudaMemAdvise(data, 4096, cudaMemAdviseSetPreferredLocation, cudaMemLocation{cudaMemLocationTypeHost, 0});
  cudaMemAdvise(data, 4096, cudaMemAdviseSetAccessedBy, 0);
  cudaMemPrefetchAsync(data, 4096, 0);
  int read_mostly, preferred, prefetch, accessed[2];
  cudaMemRangeGetAttribute(&read_mostly, 4, cudaMemRangeAttributeReadMostly, data, 4096);
  cudaMemRangeGetAttribute(&preferred, 4, cudaMemRangeAttributePreferredLocation, data, 4096);
  cudaMemRangeGetAttribute(&prefetch, 4, cudaMemRangeAttributeLastPrefetchLocation, data, 4096);
  cudaMemRangeGetAttribute(accessed, 8, cudaMemRangeAttributeAccessedBy, data, 4096);
  printf("hints %d %d %d %d %d\n", read_mostly, preferred, prefetch, accessed[0], accessed[1]);
  const int device = cudaMemPrefetchAsync(data, 4096, 3);
  const int range = cudaMemPrefetchAsync(data, 8192, 0);
  printf("wrong %d %d %d\n", device, range, cudaMemAdvise(data, 64, cudaMemAdviseSetAccessedBy, 7));
  const cudaMemLocation first{cudaMemLocationTypeDevice, 0};
  const int advise = cudaMemAdvise_v2(data, 4096, cudaMemAdviseSetPreferredLocation, first);
  const int move = cudaMemPrefetchAsync_v2(data, 4096, first, 0), flags = cudaMemPrefetchAsync_v2(data, 4096, first, 1, 0);
  cudaMemRangeGetAttribute(&preferred, 4, cudaMemRangeAttributePreferredLocation, data, 4096);
  printf("locations %d %d %d %d\n", advise, move, preferred, flags);

  int can;
  cudaDeviceCanAccessPeer(&can, 0, 0);
  const int enable = cudaDeviceEnablePeerAccess(1, 0), disable = cudaDeviceDisablePeerAccess(0);
  printf("peer %d %d %d\n", can, enable, disable);
  int runtime, driver;
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  printf("version %d %d %d %d\n", runtime, driver, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);
  cudaGetLastError();
  bool* later;
  cudaMallocManaged(&later, 2);
  time<<<1, 1>>>(later);
  cudaDeviceSynchronize();
  printf("globaltimer %d %d\n", later[0], later[1]);
}
