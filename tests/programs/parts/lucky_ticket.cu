// Races only if thread 9 draws the first ticket. Shown in docs/schedules.md.
__device__ int tickets, winner;

__global__ void draw() {
  int mine = atomicAdd(&tickets, 1);
  __syncwarp();
  if (mine == 0 && threadIdx.x == 9) winner = 9;
  if (threadIdx.x == 0) winner = 0;
}

int main() {
  draw<<<1, 32>>>();
  cudaDeviceSynchronize();
}
