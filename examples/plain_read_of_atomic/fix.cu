// Plain read of an atomic, fixed: take first, then look at what the atomic operation returned.
// CLEAN
// STDOUT: ^taken$
#include <cstdio>

__global__ void take_tickets(int* taken, int limit, int* ticket) {
  int mine = atomicAdd(taken, 1);
  ticket[threadIdx.x] = mine < limit ? mine : -1;
}

int main() {
  int *taken, *ticket;
  cudaMallocManaged(&taken, sizeof(int));
  cudaMallocManaged(&ticket, 64 * sizeof(int));
  *taken = 0;
  take_tickets<<<1, 64>>>(taken, 64, ticket);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += ticket[i];
  if (sum != 2016) return printf("the sum of the tickets is %d\n", sum), 1;
  printf("taken\n");
}
