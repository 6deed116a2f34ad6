// Every kind of operand of inline PTX, with known results: registers, addresses, vectors, predicates, labels.
// CLEAN
// SCHEDULE-DEPENDENT: a thread that polls counts an access each time
#include <cassert>
__device__ unsigned flag; __device__ int data, g[64]; __device__ float4 v4;
__device__ __forceinline__ void named_sync(int id, int n) { asm volatile("bar.sync %0, %1;" : : "r"(id), "r"(n)); }
__device__ __forceinline__ void named_arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__global__ void k(int* out) {
  __shared__ int slot[96];
  unsigned lane, lt;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %lanemask_lt;" : "=r"(lt));
  assert(lane == threadIdx.x % 32 && lt == (1u << lane) - 1);
  unsigned multiprocessor, multiprocessors;
  asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  asm("mov.u32 %0, %%nsmid;" : "=r"(multiprocessors));
  assert(multiprocessor < multiprocessors);
  if (threadIdx.x == 0) out[0] = static_cast<int>(multiprocessors);
  if (threadIdx.x < 32) {
    slot[threadIdx.x] = 3;
    named_arrive(1, 96);
  } else if (threadIdx.x < 64) {
    slot[threadIdx.x] = 4;
    named_sync(1, 96);
  } else {
    named_sync(1, 96);
    out[threadIdx.x] = slot[threadIdx.x - 64] + slot[threadIdx.x - 32];
    assert(out[threadIdx.x] == 7);
  }
  asm volatile("bar.sync 0;");
  asm volatile("barrier.cta.sync.aligned 3;");
  unsigned smem = (unsigned)__cvta_generic_to_shared(&slot[threadIdx.x]);
  int x;
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(smem), "r"((int)threadIdx.x));
  asm volatile("ld.shared.s32 %0, [%1+0];" : "=r"(x) : "r"(smem));
  assert(x == (int)threadIdx.x);
  if (threadIdx.x == 0) {
    float a, b, c, d;
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(&v4), "f"(1.f), "f"(2.f), "f"(3.f), "f"(4.f));
    asm volatile("ld.global.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(&v4));
    assert(a == 1 && d == 4);
    unsigned old;
    asm volatile("atom.add.release.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(&flag), "r"(2));
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(&flag), "r"(3));
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(&flag), "r"(5), "r"(9));
    assert(old == 5 && flag == 9);
    asm volatile("{\n\t.reg .pred p;\n\t.reg .u32 r<2>;\n\tmov.u32 r1, %1;\n\tsetp.ne.u32 p, r1, 0;\n\t@p mov.u32 %0, 17;\n\t@!p mov.u32 %0, 18;\n\t}" : "=r"(old) : "r"(lane));
    assert(old == 18);
  }
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("fence.acq_rel.gpu;\n" ::: "memory");
  __shared__ unsigned long long bar;
  unsigned ba = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(ba), "r"(blockDim.x));
  __syncthreads();
  slot[threadIdx.x] = 1;
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(ba));
  asm volatile(
      "{\n"
      ".reg .pred                P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1                       bra DONE;\n"
      "bra                       LAB_WAIT;\n"
      "DONE:\n"
      "}\n" ::"r"(ba), "r"(0));
  assert(slot[95 - threadIdx.x] == 1);
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(smem), "l"(&g[threadIdx.x % 64]));
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  assert(slot[threadIdx.x] == 0);
}

int main() {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<1, 96>>>(out);
  int seen = 0, multiprocessors = 0;
  const cudaError_t result = cudaMemcpy(&seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  return result != cudaSuccess || seen != multiprocessors;
}
