// Kernels read at places that the data decides, in arrays that they only read, while another stream writes some of the
// words: by one line and by two, bytes, halves, words, doubles and vectors, and by several blocks.
// FINDING: race error global stream read@words write@put_words object=a element=a[108] occurrences=1 size=4
// FINDING: race error global stream read@first write@put_again object=a element=a[1] occurrences=1 size=4
// FINDING: race error global stream read@bytes write@put_bytes object=a element=a[508] occurrences=1 size=1
// FINDING: race error global stream read@halves write@put_halves object=a element=a[1] occurrences=1 size=2
// FINDING: race error global stream read@doubles write@put_doubles object=a element=a[1] occurrences=1 size=8
// FINDING: race error global stream read@vectors write@put_vectors object=a element=a[2] occurrences=1 size=4
// FINDING-COUNT: 6
constexpr int kBlocks = 64, kThreads = 128, n = 1 << 15;

__device__ int place(int i) { return static_cast<int>(i * 2654435761U >> 7) % n; }
__device__ int index() { return blockIdx.x * kThreads + threadIdx.x; }

template <class T>
struct Arrays {
  const T* from;
  const int* at;
  T* to;
};

__global__ void word(Arrays<int> a) {
  for (int i = 0; i < 4; ++i) a.to[index()] = a.from[a.at[index() + i]];  // @words
}
__global__ void twice(Arrays<int> a) {
  const int first = a.from[a.at[index()]];                       // @first
  a.to[index()] = first + a.from[(a.at[index()] * 3 + 1) % n];
}
__global__ void byte(Arrays<unsigned char> a) {
  a.to[index()] = a.from[a.at[index()]];  // @bytes
}
__global__ void half(Arrays<short> a) {
  a.to[index()] = a.from[a.at[index()]];  // @halves
}
__global__ void wide(Arrays<double> a) {
  a.to[index()] = a.from[a.at[index()]];  // @doubles
}
__global__ void vector(Arrays<float4> a) {
  a.to[index()] = a.from[a.at[index()]];  // @vectors
}

__global__ void put_word(int* a, int step, int from) { a[threadIdx.x * step + from] = 1; }  // @put_words
__global__ void put_other(int* a) { a[(threadIdx.x * 3 + 1) % n] = 1; }                     // @put_again
__global__ void put_byte(unsigned char* a) { a[threadIdx.x * 101 + 3] = 1; }                // @put_bytes
__global__ void put_half(short* a) { a[threadIdx.x * 101 + 1] = 1; }                        // @put_halves
__global__ void put_double(double* a) { a[threadIdx.x * 101 + 1] = 1; }                     // @put_doubles
__global__ void put_vector(float* a) { a[threadIdx.x * 404 + 2] = 1; }                      // @put_vectors

__global__ void fill(int* at) {
  for (int i = index(); i < n; i += kBlocks * kThreads) at[i] = place(i);
}

template <class T>
T* array() {
  T* a;
  cudaMalloc(&a, n * sizeof(T));
  cudaMemset(a, 0, n * sizeof(T));
  return a;
}

int main() {
  int *at = array<int>(), *words, *again;
  void* const out = array<float4>();
  unsigned char* bytes;
  short* halves;
  double* doubles;
  float4* vectors;
  cudaMalloc(&words, n * sizeof *words);
  cudaMalloc(&again, n * sizeof *again);
  cudaMalloc(&bytes, n * sizeof *bytes);
  cudaMalloc(&halves, n * sizeof *halves);
  cudaMalloc(&doubles, n * sizeof *doubles);
  cudaMalloc(&vectors, n * sizeof *vectors);
  cudaMemset(words, 0, n * sizeof *words);
  cudaMemset(again, 0, n * sizeof *again);
  cudaMemset(bytes, 0, n * sizeof *bytes);
  cudaMemset(halves, 0, n * sizeof *halves);
  cudaMemset(doubles, 0, n * sizeof *doubles);
  cudaMemset(vectors, 0, n * sizeof *vectors);
  fill<<<kBlocks, kThreads>>>(at);
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaDeviceSynchronize();
  for (int turn = 0; turn < 3; ++turn) {
    word<<<kBlocks, kThreads, 0, s>>>({words, at, static_cast<int*>(out)});
    twice<<<kBlocks, kThreads, 0, s>>>({again, at, static_cast<int*>(out)});
    byte<<<kBlocks, kThreads, 0, s>>>({bytes, at, static_cast<unsigned char*>(out)});
    half<<<kBlocks, kThreads, 0, s>>>({halves, at, static_cast<short*>(out)});
    wide<<<kBlocks, kThreads, 0, s>>>({doubles, at, static_cast<double*>(out)});
    vector<<<kBlocks, kThreads, 0, s>>>({vectors, at, static_cast<float4*>(out)});
  }
  put_word<<<1, 64, 0, t>>>(words, 101, 7);
  put_other<<<1, 256, 0, t>>>(again);
  put_byte<<<1, 64, 0, t>>>(bytes);
  put_half<<<1, 64, 0, t>>>(halves);
  put_double<<<1, 64, 0, t>>>(doubles);
  put_vector<<<1, 64, 0, t>>>(reinterpret_cast<float*>(vectors));
  cudaDeviceSynchronize();
}
