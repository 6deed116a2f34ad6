// nvcc takes operands of inline assembly without a comma between them.
// CLEAN
__global__ void k(unsigned* p) {
  unsigned v = threadIdx.x, w;
  asm("add.u32 %0, %1, %2;" : "=r"(w) : "r"(v)"r"(v + (1)));
  asm volatile("st.global.u32 [%1], %0;" ::"r"(w) "l"(p + threadIdx.x) : "memory");
}
int main() {
  unsigned* p;
  cudaMallocManaged(&p, 4 * sizeof(unsigned));
  k<<<1, 4>>>(p);
  cudaDeviceSynchronize();
  return p[3] == 7 ? 0 : 1;
}
