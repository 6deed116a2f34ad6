// A blur through static shared memory with its halo, with a contract: after the barrier all threads hold a share of all of
// it.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kThreads = 32;

/*@
  context_everywhere blockDim.x == kThreads && gridDim.x * blockDim.x >= n;
  context (\forall* int i; 0 <= i && i < n; Perm(&in[i], write \ (gridDim.x * blockDim.x)));
  context \gtid < n - 2 ==> Perm(&out[\gtid], write);
  context \pointer_length(in) == n && \pointer_length(in + 1) == n - 1;
  context \shared_mem_size(s) == blockDim.x + 2;
  requires Perm(&s[\ltid], write);
  requires threadIdx.x < 2 ==> Perm(&s[\ltid + blockDim.x], write);
  ensures \gtid < n - 2 ==> out[\gtid] == (in[\gtid] + in[\gtid + 1] + in[\gtid + 2]) / 3;
@*/
__global__ void blur(const int* in, int* out, int n) {
  __shared__ int s[kThreads + 2];
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) s[threadIdx.x] = in[tid];
  if (threadIdx.x < 2 && tid + blockDim.x < n) s[blockDim.x + threadIdx.x] = in[tid + blockDim.x];

  /*@
    requires Perm(&s[threadIdx.x], write);
    requires threadIdx.x < 2 ==> Perm(&s[threadIdx.x + blockDim.x], write);
    requires tid < n ==> s[threadIdx.x] == in[tid];
    ensures (\forall* int i; 0 <= i && i < blockDim.x + 2; Perm(&s[i], write \ blockDim.x));
    ensures (\forall int i; 0 <= i && i < blockDim.x + 2 && blockIdx.x * blockDim.x + i < n;
             s[i] == in[blockIdx.x * blockDim.x + i]);
  @*/
  __syncthreads();

  if (tid < n - 2) out[tid] = (s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]) / 3;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 50;
  std::vector<int> values(n), means(n);
  for (int i = 0; i < n; ++i) values[i] = 13 * i % 29 - 5;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  blur<<<(n + kThreads - 1) / kThreads, kThreads>>>(in, out, n);
  cudaMemcpy(means.data(), out, (n - 2) * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n - 2; ++i) {
    if (means[i] != (values[i] + values[i + 1] + values[i + 2]) / 3) return printf("wrong\n"), 1;
  }
  printf("right\n");
}
