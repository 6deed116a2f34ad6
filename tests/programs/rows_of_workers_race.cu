// Blocks of all workers write the same words in rows: different values, and the same ones; and each block writes its
// own words of pages on which others write theirs, among them one that its neighbour writes, too.
// FINDING: race error global inter-block write@different write@different object=different
// FINDING: race warning global inter-block write@same write@same object=same
// FINDING: race error global inter-block write@mine write@mine object=mine
__global__ void write(int* different, int* same, int* mine, int width) {
  const int t = threadIdx.x;
  for (int k = 0; k < 20; ++k) different[k * width + t] = blockIdx.x;      // @different
  for (int k = 0; k < 20; ++k) same[k * width + t] = k;                    // @same
  for (int k = 0; k < 20; ++k) mine[k * width + blockIdx.x * 50 + t] = t;  // @mine
}

int main() {
  constexpr int kWidth = 2000;
  int *different, *same, *mine;
  cudaMalloc(&different, 20 * kWidth * sizeof(int));
  cudaMalloc(&same, 20 * kWidth * sizeof(int));
  cudaMalloc(&mine, 20 * kWidth * sizeof(int));
  write<<<32, 51>>>(different, same, mine, kWidth);
  cudaDeviceSynchronize();
}
