// All but the last byte of an array of numbers are set. Of structs and buffers of bytes a byte may be padding.
// FINDING: uninitialized-read error global none read@r#31 element=numbers[31] object=numbers occurrences=1
// FINDING: uninitialized-read error global none read@h occurrences=32
// FINDING: uninitialized-read error global none read@d#0 element=doubles[1] occurrences=1
struct alignas(4) Pixel {
  unsigned char r, g, b;
};

__global__ void k(const int* numbers, const double* doubles, Pixel* pixels, int* out) {
  int i = threadIdx.x;
  out[i] = numbers[i];                     // @r
  if (i == 0) out[0] += (int)doubles[1];   // @d
  pixels[i].r = pixels[i].g = pixels[i].b = 1;
  Pixel copy = pixels[i];
  pixels[i + 32] = copy;
}

// Two numbers in a word, of which one is set.
__global__ void set_halves(ushort2* pairs) { pairs[threadIdx.x].x = 1; }
__global__ void read_halves(const ushort2* pairs, unsigned* out) {
  out[threadIdx.x] = *(const unsigned*)&pairs[threadIdx.x];  // @h
}

int main() {
  int *numbers, *out;
  double* doubles;
  Pixel* pixels;
  cudaMalloc(&numbers, 32 * sizeof(int));
  cudaMalloc(&doubles, 2 * sizeof(double));
  cudaMalloc(&pixels, 64 * sizeof(Pixel));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(numbers, 0, 32 * sizeof(int) - 1);
  cudaMemset(doubles, 0, 2 * sizeof(double) - 1);
  k<<<1, 32>>>(numbers, doubles, pixels, out);
  ushort2* pairs;
  unsigned* words;
  cudaMalloc(&pairs, 32 * sizeof(ushort2));
  cudaMalloc(&words, 32 * sizeof(unsigned));
  set_halves<<<1, 32>>>(pairs);
  read_halves<<<1, 32>>>(pairs, words);
  cudaDeviceSynchronize();
  cudaFree(pairs), cudaFree(words);
  cudaFree(numbers), cudaFree(doubles), cudaFree(pixels), cudaFree(out);
}
