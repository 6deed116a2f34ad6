// Words that some blocks read, and others add to or write as volatile, in pages that nobody writes otherwise, of which each
// block has read something before: blocks of other workers, too, are told what came to them.
// FINDING: race error global inter-block atomic@a read@r
// FINDING: race error global inter-block volatile-write@w read@q
// FINDING-COUNT: 2
constexpr int kWords = 1 << 15;  // Of 32 pages.

__global__ void add(int* words, int* sums, int stride) {
  int sum = 0;
  for (int i = threadIdx.x; i < kWords; i += stride) {
    if (i % 64 == 63) sum += words[i];  // Nobody writes to these.
  }
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = threadIdx.x; i < kWords; i += stride) {
      const int word = (i * 7) % kWords;
      if (word % 64 == 63) continue;
      if (blockIdx.x % 2 == 1) {
        atomicAdd(&words[word], 1);  // @a
      } else if (word % 5 == 0) {
        sum += words[word];  // @r
      }
    }
  }
  atomicAdd(&sums[blockIdx.x], sum);
}

__global__ void mark(int* words, int* sums, int stride) {
  int sum = 0;
  for (int i = threadIdx.x; i < kWords; i += stride) {
    const int word = (i * 7) % kWords;
    if (blockIdx.x % 2 == 1) {
      if (word % 3 == 0) static_cast<volatile int*>(words)[word] = 1;  // @w
    } else if (word % 6 == 0) {
      sum += words[word];  // @q
    }
  }
  atomicAdd(&sums[blockIdx.x], sum);
}

int main() {
  int *words, *sums;
  cudaMalloc(&words, kWords * sizeof(int));
  cudaMalloc(&sums, 16 * sizeof(int));
  cudaMemset(words, 0, kWords * sizeof(int));
  cudaMemset(sums, 0, 16 * sizeof(int));
  add<<<2, 64>>>(words, sums, 64);
  mark<<<2, 64>>>(words, sums, 64);
  cudaDeviceSynchronize();
}
