// A barrier is a barrier however it is spelled: a function of one's own, a template, a group, PTX, a lambda's.
// CLEAN
// COMPILE: --contracts=strict
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ void meet() { __syncthreads(); }
template <class Group>
__device__ void meet_in(const Group& group) {
  group.sync();
}

/*@
  context_everywhere n == blockDim.x;
  requires Perm(a[\ltid], write);
  ensures Perm(a[\ltid], write);
@*/
__global__ void rotate(int* a, int n) {
  int t = threadIdx.x;
  int next = (t + 1) % n;
  auto block = cg::this_thread_block();
  a[t] = t;
  //@ requires Perm(a[t], write); ensures Perm(a[next], write);
  meet();
  a[next] += 1;
  //@ requires Perm(a[next], write); ensures Perm(a[t], write);
  meet_in(block);
  a[t] += 1;
  //@ requires Perm(a[t], write); ensures Perm(a[next], write);
  cg::sync(block);
  a[next] += 1;
  //@ requires Perm(a[next], write); ensures Perm(a[t], write);
  asm volatile("bar.sync 0;");
  auto exchange = [=](int from, int to) {
    //@ requires Perm(a[from], write); ensures Perm(a[to], write);
    cg::this_thread_block().sync();
  };
  exchange(t, next);
  a[next] += 1;
  exchange(next, t);
}

int main() {
  int* a;
  cudaMallocManaged(&a, 40 * sizeof(int));
  rotate<<<1, 40>>>(a, 40);
  cudaDeviceSynchronize();
  for (int i = 0; i < 40; ++i) {
    if (a[i] != i + 4) return 1;
  }
  return 0;
}
