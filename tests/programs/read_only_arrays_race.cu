// Arrays that a launch only reads need no notes of who read them: which ones those are differs from launch to launch,
// and is decided by what the arguments point to. Each launch here writes to what it reads, but for the first and the
// last of three that exchange their arrays.
// FINDING: race error global inter-block write@exchange_write read@exchange_read occurrences=8192
// FINDING: race error global inter-block write@within_write read@within_read occurrences=8192
// FINDING: race error global inter-block write@struct_write read@struct_read occurrences=8192
// FINDING: race error global inter-block write@listed_write read@listed_read occurrences=8192
// FINDING: race error global inter-block atomic@added read@beside occurrences=8192
// FINDING: race error global inter-block write@called_write read@called_read occurrences=8192
// FINDING-COUNT: 6
constexpr int kBlocks = 256, kThreads = 32, n = kBlocks * kThreads;

struct Pair {
  const int* from;
  int* to;
};

__device__ int index() { return blockIdx.x * kThreads + threadIdx.x; }
__device__ int other() { return (blockIdx.x + 1) % kBlocks * kThreads + (threadIdx.x ^ 5); }

__global__ void exchange(const int* from, int* to) {
  const int value = from[other()];  // @exchange_read
  to[index()] = value;              // @exchange_write
}
__global__ void within(const int* from, int* to) {
  const int value = from[other() + 4 * n];  // @within_read
  to[index()] = value;                      // @within_write
}
__global__ void of_struct(Pair pair) {
  const int value = pair.from[other()];  // @struct_read
  pair.to[index()] = value;              // @struct_write
}
__global__ void of_list(const int* from, int** to) {
  const int value = from[other()];  // @listed_read
  to[0][index()] = value;           // @listed_write
}
__global__ void adds(const int* from, int* to) {
  if (from[other()] == 77) return;  // @beside
  atomicAdd(&to[index()], 1);       // @added
}
__device__ __noinline__ void put(int* to, int value) { to[index()] = value; }  // @called_write
__global__ void calls(const int* from, int* to) {
  put(to, from[other()]);  // @called_read
}

int main() {
  int *a, *b, **list;
  cudaMalloc(&a, 8 * n * sizeof(int));
  cudaMalloc(&b, 8 * n * sizeof(int));
  cudaMalloc(&list, sizeof(int*));
  cudaMemset(a, 0, 8 * n * sizeof(int));
  cudaMemset(b, 0, 8 * n * sizeof(int));
  cudaMemcpy(list, &a, sizeof a, cudaMemcpyHostToDevice);
  exchange<<<kBlocks, kThreads>>>(a, b);
  exchange<<<kBlocks, kThreads>>>(b, b);
  exchange<<<kBlocks, kThreads>>>(b, a);
  within<<<kBlocks, kThreads>>>(a, a + 4 * n);
  of_struct<<<kBlocks, kThreads>>>({a, b});
  of_struct<<<kBlocks, kThreads>>>({a, a});
  of_list<<<kBlocks, kThreads>>>(a, list);
  adds<<<kBlocks, kThreads>>>(a, a);
  adds<<<kBlocks, kThreads>>>(a, b);
  calls<<<kBlocks, kThreads>>>(b, a);
  calls<<<kBlocks, kThreads>>>(b, b);
  cudaDeviceSynchronize();
}
