// A store to a vector that is not aligned to its size traps on a device, though the compiler here splits it. So does a
// copy; those that are aligned, and stores to members, are no fault.
// FINDING: misaligned error shared none write@s object=s size=8
// FINDING: misaligned error global none write@g size=16
// FINDING: misaligned error global none write@c size=16
// FINDING: misaligned error global none write@l size=32
struct alignas(16) Long {
  float x[8];
};
__global__ void k(int* p, float* f) {
  __shared__ alignas(16) int s[64];
  const int t = threadIdx.x;
  const int2 pair = make_int2(t, t);
  *(int2*)&s[4 * t + 1] = pair;  // @s
  *(int2*)&s[4 * t + 2] = pair;
  if (t != 0) return;
  *(float4*)(f + 1) = make_float4(1, 2, 3, 4);  // @g
  *(float4*)(f + 8) = make_float4(1, 2, 3, 4);
  ((float4*)(f + 12))->x = 1;
  *(int4*)(p + 2) = *(int4*)(p + 8);  // @c
  ((int2*)p)[8] = pair;
  *(Long*)(f + 17) = *(Long*)(f + 32);  // @l
  *(Long*)(f + 40) = *(Long*)(f + 32);
}

int main() {
  int* p;
  float* f;
  cudaMalloc(&p, 1024);
  cudaMalloc(&f, 1024);
  cudaMemset(p, 0, 1024);
  cudaMemset(f, 0, 1024);
  k<<<1, 8>>>(p, f);
  return cudaDeviceSynchronize();
}
