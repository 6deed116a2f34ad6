// Lanes of a warp that start bulk copies of different bytes to one place, lanes of two warps that start the same copy, and
// a read behind the wait of one lane alone: none of them is one copy that is waited for.
// FINDING: race error global intra-warp write@others write@others object=to
// FINDING: race warning global intra-block write@two_warps write@two_warps object=to
// FINDING: race error global intra-block write@same read@read object=to
__device__ unsigned window(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void finish() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void different(int* to) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x < 2) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(to),  // @others
                 "r"(window(tile + 32 * threadIdx.x))
                 : "memory");
    finish();
  }
}

__global__ void two_warps(int* to) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(to), "r"(window(tile))  // @two_warps
                 : "memory");
    finish();
  }
}

__global__ void one_waits(int* to, int* out) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x < 2) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(to), "r"(window(tile))  // @same
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    if (threadIdx.x == 1) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = to[threadIdx.x];  // @read
}

int main() {
  int *to, *out;
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  different<<<1, 64>>>(to);
  two_warps<<<1, 64>>>(to);
  one_waits<<<1, 64>>>(to, out);
  cudaDeviceSynchronize();
}
