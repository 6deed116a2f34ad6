// Bytes and halves of the same words, of which some are two blocks' or two threads'.
// FINDING: race error global inter-block write@w write@w
// FINDING: race error global intra-block write@h read@n
// FINDING: race error global inter-block write@b read@r
// FINDING-COUNT: 3
__global__ void overlap(unsigned char* out) {
  out[blockIdx.x * 61 + threadIdx.x] = blockIdx.x + 1;  // @w of 64: the last three are the next block's, too
}

__global__ void next(short* a, short* b) {
  a[threadIdx.x] = threadIdx.x;               // @h
  b[threadIdx.x] = a[threadIdx.x + 63] + 1;   // @n the last thread's element is the first one's
}

__global__ void read(unsigned char* in, unsigned char* out) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i] + in[i + 1];  // @r
  if (i == 130) in[64] = 1;    // @b
}

int main() {
  unsigned char *a, *b;
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  cudaMemset(a, 0, 1024);
  cudaMemset(b, 0, 1024);
  overlap<<<4, 64>>>(a);
  next<<<1, 64>>>((short*)a, (short*)b);
  read<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
}
