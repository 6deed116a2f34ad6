// Everything that is read was written before, by whatever way; what was not is only copied, as the padding of a struct.
// CLEAN
struct Padded {
  int a;
  char b;
};
struct Small {
  char a;
  short b;
};

struct Keyed {
  unsigned char value;
  int key;
};
struct Counted {
  int key;
  short count;
};

__device__ int zero[32];

__global__ void make_pairs(Keyed* p, Counted* q) {
  int i = threadIdx.x;
  p[i].value = 1;
  p[i].key = i;
  q[i].key = i;
  q[i].count = 1;
}

// As CUB loads them: by words.
__global__ void copy_words(const Keyed* p, const Counted* q, unsigned* out) {
  int i = threadIdx.x;
  out[i] = ((const unsigned*)p)[i] & 0xFF;
  out[i] += ((const unsigned*)q)[i] & 0xFF;
}

__global__ void make(Padded* p, Small* q, float2* v, float4* w) {
  int i = threadIdx.x;
  p[i].a = i;
  p[i].b = 1;
  q[i].a = 1;
  q[i].b = 2;
  v[i].x = 1;
  w[i].x = w[i].y = w[i].z = 3;
}

__global__ void use(Padded* p, const Small* q, const float2* v, const float4* w, int* out, int* lock) {
  __shared__ Padded kept[32];
  __shared__ Small small[32];
  __shared__ float2 pairs[32];
  __shared__ int flag;
  int i = threadIdx.x;
  kept[i] = p[i];
  small[i] = q[i];
  pairs[i] = v[i];
  if (i == 0) atomicExch(&flag, 0);
  __syncthreads();
  float4 four = w[i];
  Padded other = kept[31 - i];
  p[i] = other;
  atomicAdd(&flag, 1);
  if (i == 3) atomicExch(lock, 1);
  out[i] = other.a + other.b + small[31 - i].b + pairs[31 - i].x + four.z + zero[i];
}

__global__ void scan(int* out) {
  __shared__ int a[2][32];
  int i = threadIdx.x, from = 0;
  a[0][i] = out[i];
  for (int d = 1; d < 32; d *= 2) {
    __syncthreads();
    a[1 - from][i] = i >= d ? a[from][i] + a[from][i - d] : a[from][i];
    from = 1 - from;
  }
  out[i] = a[from][i];
}

int main() {
  Padded* p;
  Small* q;
  float2* v;
  float4* w;
  Keyed* keyed;
  Counted* counted;
  unsigned* sums;
  int *out, *lock, *copy, *managed;
  cudaMalloc(&p, 32 * sizeof(Padded));
  cudaMalloc(&q, 32 * sizeof(Small));
  cudaMalloc(&v, 32 * sizeof(float2));
  cudaMalloc(&w, 32 * sizeof(float4));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&copy, 32 * sizeof(int));
  cudaMallocManaged(&managed, 32 * sizeof(int));
  make<<<1, 32>>>(p, q, v, w);
  use<<<1, 32>>>(p, q, v, w, out, lock);
  cudaMemcpy(copy, out, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
  scan<<<1, 32>>>(copy);
  for (int i = 0; i < 32; ++i) managed[i] = i;
  scan<<<1, 32>>>(managed);
  cudaMalloc(&keyed, 32 * sizeof(Keyed));
  cudaMalloc(&counted, 32 * sizeof(Counted));
  cudaMalloc(&sums, 64 * sizeof(unsigned));
  make_pairs<<<1, 32>>>(keyed, counted);
  copy_words<<<1, 64>>>(keyed, counted, sums);
  int host[32];
  cudaMemcpy(host, copy, sizeof host, cudaMemcpyDeviceToHost);
  cudaDeviceReset();
}
