// Kernels read at places that the data decides, all of them even, while another stream writes the odd ones of the same
// array: words between the words, bytes between the bytes; and afterwards, ordered, all.
// CLEAN
constexpr int kBlocks = 64, kThreads = 128, n = 1 << 15;

__device__ int index() { return blockIdx.x * kThreads + threadIdx.x; }

template <class T>
__global__ void gather(const T* from, const int* at, T* to) {
  for (int i = 0; i < 4; ++i) to[index()] = from[at[index() + i]];
}
template <class T>
__global__ void put(T* a, int first) {
  for (int i = index(); i < n / 2; i += kBlocks * kThreads) a[2 * i + first] = 1;
}
__global__ void fill(int* at) {
  for (int i = index(); i < n; i += kBlocks * kThreads) at[i] = static_cast<int>(i * 2654435761U >> 7) % n & ~1;
}

template <class T>
T* array() {
  T* a;
  cudaMalloc(&a, n * sizeof(T));
  cudaMemset(a, 0, n * sizeof(T));
  return a;
}

template <class T>
void side_by_side(const int* at, cudaStream_t s, cudaStream_t t) {
  T *const a = array<T>(), *const to = array<T>();
  cudaDeviceSynchronize();
  for (int turn = 0; turn < 3; ++turn) gather<<<kBlocks, kThreads, 0, s>>>(a, at, to);
  put<<<kBlocks, kThreads, 0, t>>>(a, 1);
  gather<<<kBlocks, kThreads, 0, s>>>(a, at, to);
  cudaEvent_t read;
  cudaEventCreate(&read);
  cudaEventRecord(read, s);
  cudaStreamWaitEvent(t, read);
  put<<<kBlocks, kThreads, 0, t>>>(a, 0);
  cudaStreamSynchronize(t);
  gather<<<kBlocks, kThreads, 0, s>>>(a, at, to);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(to);
}

int main() {
  int* at = array<int>();
  fill<<<kBlocks, kThreads>>>(at);
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  side_by_side<int>(at, s, t);
  side_by_side<unsigned char>(at, s, t);
  side_by_side<short>(at, s, t);
  side_by_side<double>(at, s, t);
  cudaDeviceSynchronize();
}
