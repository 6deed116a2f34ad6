// A thread writes a word at five places, which leave 5, 5, 0, several values and 7; a thread of another block writes it,
// too. What leaves the same is a warning, all else an error.
// FINDING: race error global inter-block write@five write@zero object=words element=words[0]
// FINDING: race error global inter-block write@five_again write@zero object=words element=words[0]
// FINDING: race warning global inter-block write@nothing write@zero object=words element=words[0]
// FINDING: race error global inter-block write@many write@zero object=words element=words[0]
// FINDING: race error global inter-block write@seven write@zero object=words element=words[0]
// FINDING: race error global inter-block write@five write@other_seven object=words element=words[1]
// FINDING: race error global inter-block write@five_again write@other_seven object=words element=words[1]
// FINDING: race error global inter-block write@nothing write@other_seven object=words element=words[1]
// FINDING: race error global inter-block write@many write@other_seven object=words element=words[1]
// FINDING: race warning global inter-block write@seven write@other_seven object=words element=words[1]
// FINDING: race warning global inter-block write@five write@other_five object=words element=words[2]
// FINDING: race warning global inter-block write@five_again write@other_five object=words element=words[2]
// FINDING: race error global inter-block write@nothing write@other_five object=words element=words[2]
// FINDING: race error global inter-block write@many write@other_five object=words element=words[2]
// FINDING: race error global inter-block write@seven write@other_five object=words element=words[2]
__device__ int words[3];

__device__ void work(int* word, int number) {
  *word = 5;  // @five
  *word = 5;  // @five_again
  *word = 0;  // @nothing
  for (int i = 0; i < number; ++i) *word = i;  // @many
  *word = 7;  // @seven
}

__global__ void k(int number) {
  if (blockIdx.x == 0) {
    work(&words[threadIdx.x], number);
  } else if (threadIdx.x == 0) {
    words[0] = 0;  // @zero
    words[1] = 7;  // @other_seven
    words[2] = 5;  // @other_five
  }
}

int main() {
  k<<<2, 3>>>(3);
  return cudaDeviceSynchronize();
}
