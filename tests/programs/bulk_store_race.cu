// A bulk copy from shared memory whose source is written again before it was read, and one whose target is read before
// it was written: waiting for the reads is enough for the first only.
// FINDING: race error shared intra-block write@again#0 read@source object=tile element=tile[0]
// FINDING: race error global intra-block write@target#0 read@read object=to
#include <cstdio>

constexpr int kCount = 64;

__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

__global__ void write_again(int* to) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)),  // @source
                 "n"(4 * kCount)
                 : "memory");
    commit();
  }
  __syncthreads();
  tile[threadIdx.x] = 0;  // @again
}

__global__ void read_early(int* to, int* out) {
  __shared__ alignas(128) int tile[kCount];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(window(tile)),  // @target
                 "n"(4 * kCount)
                 : "memory");
    commit();
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  tile[threadIdx.x] = 0;
  out[threadIdx.x] = to[threadIdx.x];  // @read
}

int main() {
  int *to, *out;
  cudaMalloc(&to, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  write_again<<<1, kCount>>>(to);
  read_early<<<1, kCount>>>(to, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
