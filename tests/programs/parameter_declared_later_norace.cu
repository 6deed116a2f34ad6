// A kernel is declared before the class of its parameter is defined, another one's class never is.
// CLEAN
// STDOUT: ^12$
#include <cstdio>

struct Term;
__global__ void add(Term term);
struct Elsewhere;
__global__ void defined_elsewhere(Elsewhere parameter);

struct Term {
  int* sum;
  int number;
};
__global__ void add(Term term) { atomicAdd(term.sum, term.number); }

int main() {
  Term term{nullptr, 3};
  cudaMallocManaged(&term.sum, sizeof(int));
  *term.sum = 0;
  add<<<1, 4>>>(term);
  cudaDeviceSynchronize();
  std::printf("%d\n", *term.sum);
  cudaFree(term.sum);
}
