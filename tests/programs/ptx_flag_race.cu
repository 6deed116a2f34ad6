// A flag with st.relaxed hands nothing over.
// FINDING: race error global intra-warp write@w read@r object=data
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
__device__ int data, flag, out;

__global__ void k() {
  if (threadIdx.x == 0) {
    data = 42;                                                                        // @w
    asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(&flag), "r"(1) : "memory");
  } else {
    int seen;
    do {
      asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(&flag) : "memory");
    } while (seen == 0);
    out = data;                                                                       // @r
  }
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
