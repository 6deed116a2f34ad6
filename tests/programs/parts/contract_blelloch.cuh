// Blelloch's scan with its contract, as in kernels/scan/blelloch.cuh and the papers named there: N threads, N a power of
// two. Thread 0 keeps what the sweeps leave idle.
#pragma once

/*@
  requires 0 <= n;
  pure int sum(int* xs, int n) = 0 < n ? sum(xs, n - 1) + xs[n - 1] : 0;

  // Of the `count` elements that end with element `last`.
  requires 0 <= count && count <= last + 1;
  pure int block(int* xs, int last, int count) = sum(xs, last + 1) - sum(xs, last + 1 - count);
@*/

/*@
  context_everywhere N == blockDim.x && N > 1;
  context (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
  requires 2 * \ltid + 1 < N ==> Perm(Output[2 * \ltid], write) ** Perm(Output[2 * \ltid + 1], write);
  requires 2 * \ltid + 1 < N ==> Output[2 * \ltid] == input[2 * \ltid] && Output[2 * \ltid + 1] == input[2 * \ltid + 1];
  ensures Perm(Output[\ltid], write);
  ensures Output[\ltid] == sum(input, \ltid);
@*/
__device__ inline void blelloch(const int* input, int* Output, int N) {
  int tid = threadIdx.x;

  // Up-sweep: each pair of nodes leaves its sum in the right one.
  int indicator = 2 * tid + 1;
  int stride = 1;
  /*@
    loop_invariant 1 <= stride && stride <= N && indicator == 2 * stride * (tid + 1) - 1;
    loop_invariant (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
    loop_invariant indicator < N ==> Perm(Output[indicator], write) ** Perm(Output[indicator - stride], write);
    loop_invariant tid == 0 ==> (\forall* int i; 0 <= i && i < N && (i + 1) % stride != 0; Perm(Output[i], write));
    loop_invariant tid == 0 && stride == N ==> Perm(Output[N - 1], write);
    loop_invariant indicator < N ==> Output[indicator] == block(input, indicator, stride);
    loop_invariant indicator < N ==> Output[indicator - stride] == block(input, indicator - stride, stride);
  @*/
  while (stride < N) {
    if (indicator < N && indicator >= stride) {
      Output[indicator] = Output[indicator - stride] + Output[indicator];
    }
    /*@
      requires indicator < N ==> Perm(Output[indicator], write) ** Perm(Output[indicator - stride], write);
      requires tid == 0 ==> (\forall* int i; 0 <= i && i < N && (i + 1) % stride != 0; Perm(Output[i], write));
      requires indicator < N ==> Output[indicator] == block(input, indicator, 2 * stride);
      ensures 2 * indicator + 1 < N ==>
        Perm(Output[2 * indicator + 1], write) ** Perm(Output[2 * indicator + 1 - 2 * stride], write);
      ensures tid == 0 ==> (\forall* int i; 0 <= i && i < N && (i + 1) % (2 * stride) != 0; Perm(Output[i], write));
      ensures tid == 0 && 2 * stride == N ==> Perm(Output[N - 1], write);
    @*/
    __syncthreads();
    indicator = 2 * indicator + 1;
    stride = 2 * stride;
  }

  /*@
    context tid == 0 ==> (\forall* int i; 0 <= i && i < N; Perm(Output[i], write));
    requires tid == 0 ==> Output[N - 1] == sum(input, N);
  @*/
  __syncthreads();

  // Down-sweep: each node hands its sum to the left one of its pair, and both sums to the right one.
  indicator = N * tid + N - 1;
  stride = N / 2;
  if (indicator < N) {
    Output[indicator] = 0;
  }
  /*@
    loop_invariant 0 <= stride && stride <= N / 2;
    loop_invariant indicator == (stride == 0 ? tid : 2 * stride * (tid + 1) - 1);
    loop_invariant (\forall* int i; 0 <= i && i < N; Perm(input[i], read));
    loop_invariant stride > 0 && indicator < N ==>
      Perm(Output[indicator], write) ** Perm(Output[indicator - stride], write);
    loop_invariant stride > 0 && tid == 0 ==>
      (\forall* int i; 0 <= i && i < N && (i + 1) % stride != 0; Perm(Output[i], write));
    loop_invariant stride == 0 ==> Perm(Output[tid], write);
    loop_invariant stride > 0 && indicator < N ==> Output[indicator] == sum(input, indicator + 1 - 2 * stride);
    loop_invariant stride > 0 && indicator < N ==>
      Output[indicator - stride] == block(input, indicator - stride, stride);
    loop_invariant stride == 0 ==> Output[tid] == sum(input, tid);
  @*/
  while (stride >= 1) {
    if (indicator < N && indicator >= stride) {
      int temporary = Output[indicator];
      Output[indicator] = temporary + Output[indicator - stride];
      Output[indicator - stride] = temporary;
    }
    /*@
      requires indicator < N ==> Perm(Output[indicator], write) ** Perm(Output[indicator - stride], write);
      requires tid == 0 ==> (\forall* int i; 0 <= i && i < N && (i + 1) % stride != 0; Perm(Output[i], write));
      ensures stride > 1 && (indicator - 1) / 2 < N ==>
        Perm(Output[(indicator - 1) / 2], write) ** Perm(Output[(indicator - 1) / 2 - stride / 2], write);
      ensures stride > 1 && tid == 0 ==>
        (\forall* int i; 0 <= i && i < N && (i + 1) % (stride / 2) != 0; Perm(Output[i], write));
      ensures stride == 1 ==> Perm(Output[tid], write);
    @*/
    __syncthreads();
    indicator = (indicator - 1) / 2;
    stride = stride / 2;
  }
}
