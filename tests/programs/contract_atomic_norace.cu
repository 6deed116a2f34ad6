// A histogram by privatisation: the bins are lent to atomic operations and taken back, those of the grid are lent for all
// of the kernel. Whoever holds all of a place may use it by atomic operations, too.
// CLEAN
// COMPILE: --contracts
// STDERR: contracts: 8 clauses held 528 times: checked
#include <cstdio>

/*@
  context (\forall* int i; 0 <= i && i < 16; \pointer_index(bins, i, atomic));
  context \pointer_index(data, \gtid, read);
  context \pointer_index(local, \ltid, write);
  requires Perm(most, \ltid == 0 ? write : none);
@*/
__global__ void histogram(const int* data, int* bins) {
  __shared__ int local[16], most;
  if (threadIdx.x == 0) atomicExch(&most, 0);
  local[threadIdx.x] = 0;
  /*@
    requires \pointer_index(local, \ltid, write) && (\ltid == 0 ==> Perm(most, write));
    ensures (\forall* int i; 0 <= i && i < 16; \pointer_index(local, i, atomic)) ** Perm(most, atomic);
  @*/
  __syncthreads();
  atomicMax(&most, atomicAdd(&local[data[blockIdx.x * 16 + threadIdx.x]], 1) + 1);
  /*@
    requires (\forall* int i; 0 <= i && i < 16; \pointer_index(local, i, atomic)) ** Perm(most, atomic);
    ensures \pointer_index(local, \ltid, write) && Perm(most, 1\16);
  @*/
  __syncthreads();
  if (local[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], local[threadIdx.x] + most - most);
}

int main() {
  int host[48], *data, *bins;
  for (int i = 0; i < 48; ++i) host[i] = i * i % 16;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMalloc(&bins, 16 * sizeof(int));
  cudaMemset(bins, 0, 16 * sizeof(int));
  histogram<<<3, 16>>>(data, bins);
  cudaMemcpy(host, bins, 16 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d squares are 0 modulo 16\n", host[0]);
  cudaFree(data);
  cudaFree(bins);
}
