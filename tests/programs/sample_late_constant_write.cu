// OPTIONS: --sample --sample-after 0
// EXIT: 66
// FINDING-COUNT: 2
// FINDING: invalid-address error constant none atomic@counts object=total launch=3
// FINDING: invalid-address error constant none write@writes object=table launch=6
//
// In blocks that are checked for bounds alone a constant is known by its name as other variables are, to be read: what
// writes to it, by an atomic function too, is found.
__constant__ int total, table[64];

__global__ void count(int* to, const int* at, int from) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  to[i] = total;
  if (at[i] >= from) atomicAdd(&total, 1);  // @counts
}

__global__ void write(int* to, const int* at, int from) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  to[i] = table[at[i] % 64];
  if (at[i] >= from) table[at[i] % 64] = i;  // @writes
}

int main() {
  int *to, *at, host[4096];
  for (int i = 0; i < 4096; ++i) host[i] = i * 5 % 4096;
  cudaMalloc(&to, sizeof host);
  cudaMalloc(&at, sizeof host);
  cudaMemcpy(at, host, sizeof host, cudaMemcpyHostToDevice);
  for (int launch = 0; launch < 3; ++launch) count<<<64, 64>>>(to, at, launch == 2 ? 4095 : 4096);
  cudaDeviceSynchronize();
  for (int launch = 0; launch < 3; ++launch) write<<<64, 64>>>(to, at, launch == 2 ? 4095 : 4096);
  cudaDeviceSynchronize();
}
