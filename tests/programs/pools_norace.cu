// Memory pools: what was taken from them is counted, and an order of streams is an order of allocations.
// CLEAN
// STDOUT: ^default 1 current 1 created 0$
// STDOUT: ^threshold 65536 used 4096 high 8192 reserved 8192$
// STDOUT: ^trimmed 4096 after 0$
// STDOUT: ^full 2 destroyed 0 1$
// STDOUT: ^5 801$
#include <cstdio>

__global__ void set(int* p, int n) { *p = n; }

int main() {
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaMemPool_t own, current, pool;
  cudaDeviceGetDefaultMemPool(&own, 0);
  cudaDeviceGetMemPool(&current, 0);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  properties.maxSize = 1 << 20;
  cudaMemPoolCreate(&pool, &properties);
  printf("default %d current %d created %d\n", own != nullptr, own == current, pool == own);

  unsigned long long threshold = 65536, used, high, reserved;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  int *a, *b;
  cudaMallocFromPoolAsync(&a, 4096, pool, s);
  void* bytes;
  cudaMallocAsync(&bytes, 4096, pool, s);
  b = static_cast<int*>(bytes);
  set<<<1, 1, 0, s>>>(a, 5);
  cudaFreeAsync(b, s);
  cudaStreamSynchronize(s);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
  printf("threshold %llu used %llu high %llu reserved %llu\n", threshold, used, high, reserved);
  cudaMemPoolTrimTo(pool, 0);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
  int value;
  cudaMemcpyAsync(&value, a, sizeof(int), cudaMemcpyDeviceToHost, s);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaEventRecord(done, s);
  cudaStreamWaitEvent(t, done);
  cudaFreeAsync(a, t);  // In another stream, after an event.
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  printf("trimmed %llu after %llu\n", reserved, used);
  const int full = cudaMallocFromPoolAsync(&a, 2 << 20, pool, s);
  const int destroyed = cudaMemPoolDestroy(pool);
  printf("full %d destroyed %d %d\n", full, destroyed, cudaMallocFromPoolAsync(&a, 4, pool, s));
  properties.handleTypes = cudaMemHandleTypeFabric;
  cudaDeviceSynchronize();
  printf("%d %d\n", value, cudaMemPoolCreate(&pool, &properties));
  cudaGetLastError();
}
