// A barrier of the grid made by hand, of more blocks than can be resident: hangs on hardware.
// FINDING: deadlock error * * barrier@spin message="512 blocks have begun"
// SCHEDULE-DEPENDENT: how often threads look while they wait
__global__ void k(unsigned* count) {
  atomicAdd(count, 1);
  while (atomicAdd(count, 0) < gridDim.x) {  // @spin
  }
  __threadfence();
}

int main() {
  unsigned* count;
  cudaMalloc(&count, sizeof(unsigned));
  cudaMemset(count, 0, sizeof(unsigned));
  k<<<600, 1>>>(count);
  cudaDeviceSynchronize();
}
