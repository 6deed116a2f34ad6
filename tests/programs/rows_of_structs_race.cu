// Structs of three words, some of which lie in two pages: each word of those that two threads have is found, whatever page it is in.
// FINDING: race error global inter-block write@w read@r occurrences=6141
// FINDING: race error global intra-block write@n read@m occurrences=189
// FINDING-COUNT: 2
struct Three {
  float x, y, z;
};

constexpr int kNumbers = 2048;

// Each block reads what another one writes, all but one element.
__global__ void mirror(const Three* in, Three* a) {
  const int i = blockIdx.x * 64 + threadIdx.x, other = (31 - blockIdx.x) * 64 + threadIdx.x;
  if (i != 0) a[i] = in[i];     // @w
  a[kNumbers + i] = a[other];  // @r
}

__global__ void next(const Three* in, Three* a) {
  a[340 + threadIdx.x] = in[threadIdx.x];                // @n 341 of them are a page
  a[kNumbers + threadIdx.x] = a[341 + threadIdx.x % 63];  // @m
}

int main() {
  Three *a, *b;
  cudaMalloc(&a, 2 * kNumbers * sizeof(Three));
  cudaMalloc(&b, 2 * kNumbers * sizeof(Three));
  cudaMemset(a, 0, 2 * kNumbers * sizeof(Three));
  cudaMemset(b, 0, 2 * kNumbers * sizeof(Three));
  mirror<<<kNumbers / 64, 64>>>(a, b);
  next<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
}
