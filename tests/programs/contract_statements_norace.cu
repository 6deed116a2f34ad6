// Annotations at every kind of loop, in branches without braces, at labels, in templates and namespaces, of prototypes and
// of functions with results: what is checked of them, and that the program does what it does without.
// CLEAN
// COMPILE: --contracts
// STDERR: contracts: 40 clauses held .*: checked$
#include <cstdio>
#include <vector>

/*@
  pure int square(int n) = later(n) * later(n);
  pure int later(int n) = n;  // Declared behind its use.
  pure bool grows(seq<int> xs) = |xs| < 2 || head(xs) < xs[1] && grows(tail(xs));
@*/

struct Pair {
  int first, second;
};
__device__ Pair total;
__device__ int scale = 3;

namespace shapes {

/*@
  pure int twice(int n) = 2 * n;

  requires Perm(&cell->first, read) ** n >= 0;
  ensures Perm(&cell->first, read) ** \result == n * n + cell->first && \result >= \old(n);
@*/
__device__ int square_of(const Pair* cell, int n);

__device__ int square_of(const Pair* cell, int n) {
  int square = 0;
  //@ loop_invariant square == i * n;
  for (int i = 0; i < n; ++i) square += n;
  n = square + cell->first;
  if (n == 7) return n;
  return n;
}

//@ context Perm(&place, write);
//@ ensures place == \old(place) + by;
__device__ void add_to(long long& place, int by) {
  place += by;
}

// Each returns how often its body was begun.

//@ requires n >= 0;
//@ ensures \result == (n < 4 ? n : 4);
__device__ int while_with_break(int n) {
  int i = 0;
  //@ loop_invariant 0 <= i && i <= n;
  while (i < n) {
    if (i++ == 3) break;
  }
  return i;
}

//@ ensures \result == (n > 0 ? n : 0);
__device__ int for_with_continue(int n) {
  int count = 0;
  //@ loop_invariant count == i;
#pragma unroll 2
  for (int i = 0; i < n; ++i) {
    ++count;
    if (i % 2 == 0) continue;
    if (count > 1000) return -1;
  }
  return count;
}

//@ ensures \result == (n > 1 ? n : 1);
__device__ int do_while(int n) {
  int i = 0;
  //@ loop_invariant 1 <= i && (i <= n || i == 1);
  do ++i;
  while (i < n);
  return i;
}

//@ ensures \result == 5;
__device__ int endless_with_return() {
  int i = 0;
  //@ loop_invariant i < 5;
  for (;;) {
    if (++i == 5) return i;
  }
}

//@ ensures \result == 6;
__device__ int labels(int n) {
  int count = 0;
again:
  //@ loop_invariant count >= 0;
inner:
  while (true) {
    ++count;
    if (count == 2) goto again;
    if (count < 6) continue;
    goto end;
  }
  if (n < 0) goto inner;
end:
  return count;
}

//@ ensures \result == (n < 0 ? 2 : n == 0 ? 1 : n);
__device__ int branches(int n) {
  int count = 0;
  if (n > 0)
    //@ loop_invariant count <= n;
    while (count < n) ++count;
  else if (n == 0)
    count = 1;
  else
    count = 2;
  switch (count) {
    case 0: {
      //@ assert false;
      break;
    }
    default:
      //@ assert count >= 0;
      break;
  }
  return count;
}

template <class T, int N>
struct Table {
  T rows[N][2];
};

/*@
  context_everywhere Perm(scale, read) ** Perm(total, read);
  context_everywhere blockDim.x == N && scale == 3;
  context Perm(&table->rows[\ltid], write);
  requires \ltid == 0 ==> Perm(&shared[0], write) ** Perm(&counter, write);
  ensures table->rows[\ltid][0] == N * scale && table->rows[\ltid][1] == square(\ltid) + total.first;
  ensures (\exists int i; 0 <= i && i < N; i * i == square(\ltid));
  ensures n == \old(n) && n != blockDim.x - 2 * N;
@*/
template <class T, int N>
__global__ void fill(Table<T, N>* table, int n, T* results) {
  __shared__ T shared[2];
  __shared__ int counter;
  const int tid = threadIdx.x;
  T& first = table->rows[tid][0];
  //@ ghost int steps = 0;
  //@ ghost seq<int> seen = seq<int> { };
  //@ ghost seq<seq<int>> nested = seq<seq<int>> { seq<int> { 1, 2 }, seen };
  if (tid == 0)
    shared[0] = scale;
  else
    n = n + 0;
  if (tid == 0) counter = 1;
  /*@
    requires tid == 0 ==> Perm(shared[0], write) ** Perm(counter, write);
    ensures Perm(shared[0], write \ N) ** Perm(counter, 1 \ N);
    ensures shared[0] == scale && counter == 1;
    ensures |nested| == 2 && nested[0][1] == 2 && |nested[1]| == 0 && twice(3) == 6;
  @*/
  __syncthreads();
  first = 0;
  //@ loop_invariant Perm(first, write) ** Perm(shared[0], read) ** first == i * shared[0] && steps == i && |seen| == i;
  //@ loop_invariant grows(seen) && (\forall int k; 0 <= k && k < |seen|; seen[k] == k);
  for (int i = 0; i < N; i++) {
    //@ ghost steps = steps + 1;
    //@ ghost seen = seen + seq<int> { i };
    first += shared[0];
  }
  //@ assert seen == take(seen, 2) + drop(seen, 2) && 7 / 2 == 3 && -7 % 2 == -1 && (1 << 3 | 1) == 9;
  /*@ assert first == N * scale
       ** N > 0 && !(N < 0 || table == NULL); @*/
  table->rows[tid][1] = square_of(&total, tid);
  add_to(table->rows[tid][0], 1);
  add_to(table->rows[tid][0], -1);
  (void)results;
}

// Without a permission: values are checked, accesses are not.
//@ ensures n < 0 || n < blockDim.x - 2 || n >= 0;
__global__ void functions(int* results, int n) {
  results[0] = while_with_break(n);
  results[1] = for_with_continue(n);
  results[2] = do_while(n);
  results[3] = endless_with_return();
  results[4] = labels(n);
  results[5] = branches(n);
}

}  // namespace shapes

int main() {
  shapes::Table<long long, 5>* table;
  int* results;
  cudaMallocManaged(&table, sizeof *table);
  cudaMallocManaged(&results, 6 * sizeof(int));
  const Pair host = {100, 200};
  cudaMemcpyToSymbol(total, &host, sizeof host);
  shapes::fill<long long, 5><<<1, 5>>>(table, 9, nullptr);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < 5; ++i) right = right && table->rows[i][0] == 15 && table->rows[i][1] == i * i + 100;
  for (int n : {0, 1, 9}) {
    shapes::functions<<<1, 1>>>(results, n);
    cudaDeviceSynchronize();
    const std::vector<int> expected = {n < 4 ? n : 4, n, n > 1 ? n : 1, 5, 6, n == 0 ? 1 : n};
    right = right && std::vector<int>(results, results + 6) == expected;
  }
  cudaFree(table);
  cudaFree(results);
  printf(right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
