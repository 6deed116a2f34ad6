// Vector addition by several blocks, two elements for each thread, with a contract: read shares that all threads hold, and
// a guard for the last block.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

/*@
  context_everywhere a != NULL && b != NULL && c != NULL && n > 0;
  context_everywhere blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
  context (\forall* int i; 0 <= i && i < n; Perm(&a[i], read)) ** (\forall* int i; 0 <= i && i < n; Perm(&b[i], read));
  context 2 * \gtid < n ==> Perm(&c[2 * \gtid], write);
  context 2 * \gtid + 1 < n ==> Perm(&c[2 * \gtid + 1], write);
  ensures 2 * \gtid < n ==> c[2 * \gtid] == a[2 * \gtid] + b[2 * \gtid];
  ensures (\forall int k; 2 * \gtid <= k && k < 2 * \gtid + 2 && k < n; c[k] == a[k] + b[k]);
  ensures (\forall int k; 0 <= k && k < n; a[k] == \old(a[k]));
@*/
__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  //@ assert i == 2 * \gtid && \gtid / opencl_gsize == blockIdx.x && \ltid < opencl_gsize;
  if (i + 1 < n) {
    int2 x = make_int2(a[i], a[i + 1]);
    int2 y = make_int2(b[i], b[i + 1]);
    //@ assert x.x == a[i] && y.y == b[i + 1];
    c[i] = x.x + y.x;
    c[i + 1] = x.y + y.y;
  } else if (i < n) {
    c[i] = a[i] + b[i];
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 75;
  std::vector<int> x(n), y(n), sums(n);
  for (int i = 0; i < n; ++i) x[i] = 2 * i - 50, y[i] = 7 * i;
  int *a, *b, *c;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaMemcpy(a, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(b, y.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const int threads = 16;
  add<<<(n + 2 * threads - 1) / (2 * threads), threads>>>(a, b, c, n);
  cudaMemcpy(sums.data(), c, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  for (int i = 0; i < n; ++i) {
    if (sums[i] != x[i] + y[i]) return printf("wrong\n"), 1;
  }
  printf("right\n");
}
