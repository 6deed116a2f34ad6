// A kernel asks for the size of its dynamic shared memory, which the launch tells.
// CLEAN
// STDOUT: ^0 48 100$
#include <cstdio>

__global__ void ask(unsigned* out) {
  __shared__ unsigned others[32];
  unsigned size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
  others[threadIdx.x] = size;
  __syncthreads();
  if (threadIdx.x == 0) *out = others[31];
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 3 * sizeof *out);
  const unsigned sizes[] = {0, 48, 100};
  for (int i = 0; i < 3; ++i) ask<<<1, 32, sizes[i]>>>(out + i);
  cudaDeviceSynchronize();
  std::printf("%u %u %u\n", out[0], out[1], out[2]);
  cudaFree(out);
}
