// Plain read of an atomic: one side of a conflict is atomic, the other is not.
// FINDING: race error global intra-block read@read atomic@add object=taken
#include <cstdio>

__global__ void take_tickets(int* taken, int limit, int* ticket) {
  ticket[threadIdx.x] = -1;
  if (*taken < limit) {                         // @read
    ticket[threadIdx.x] = atomicAdd(taken, 1);  // @add
  }
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
