// One element for each thread, or not.

// PROVED
__global__ void saxpy(float* y, const float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// PROVED
__global__ void grid_stride(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= 2;
}

// PROVED
__global__ void two_dimensions(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 2 * in[y * width + x];
}

// A stride may be 0.
// PROVE: false: a: line +2 writes, by two threads
__global__ void strided(int* a, int stride) {
  a[threadIdx.x * stride] = threadIdx.x;
}

// ASSUME: stride == 3
// PROVED
__global__ void strided_by_three(int* a, int stride) {
  a[threadIdx.x * stride] = threadIdx.x;
}

// The neighbour may not have read.
// PROVE: false: a: line +2 reads, line +2 writes
__global__ void shift(int* a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] = a[threadIdx.x + 1];
}

// PROVE: proved: out: line +3 writes, by two threads
// PROVE: false: out: line +2 writes, by two threads, in two blocks
__global__ void same_element_of_all_blocks(int* out) {
  if (threadIdx.x == 0) out[0] = blockIdx.x;
}

// PROVED
__global__ void element_of_each_block(int* out, int value) {
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

// Below 0 an unsigned number is a large one.
// PROVED
__global__ void below_zero(int* a) {
  unsigned before = threadIdx.x - 1;
  if (before < 32) a[before] = 1;
}

// PROVE: unknown: out: line +2 writes, by two threads
__global__ void depends_on_contents(int* out, const int* in) {
  if (in[threadIdx.x] > 1000) out[0] = threadIdx.x;
}

// PROVE: warning: out: line +2 writes, by two threads
__global__ void same_value(int* out) {
  if (threadIdx.x < 2) out[0] = 1;
}

// PROVED
__global__ void scatter_by_atomics(int* out, const int* index, int* done, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[index[i]], 1);
  if (i < n) done[i] = 1;
}

// PROVE: false: out: line +2 updates atomically, line +3 reads
__global__ void atomic_and_read(int* out) {
  atomicAdd(&out[0], 1);
  if (threadIdx.x == 1) out[1] = out[0];
}

struct Pair {
  int first, second;
};

// PROVED
__global__ void members(Pair* pairs, int n) {
  int i = threadIdx.x;
  if (i < n) pairs[i].first = pairs[i].second;
}

// PROVED
__global__ void vectors(float4* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = make_float4(i, 1, 2, 3);
}

enum Mode { kNearest, kLinear, kCubic };

// Of three enumerators there are four values: two bits.
// PROVED
__global__ void by_mode(float* a, Mode mode) {
  if (threadIdx.x % 4 == 0) a[threadIdx.x + mode] += 1;
}

enum class Stride : unsigned { kOne = 1, kTwo };

// With a type of its own it may be any of that.
// PROVE: false: a: line +2 writes, by two threads
__global__ void by_stride(int* a, Stride stride) {
  a[threadIdx.x * static_cast<unsigned>(stride)] = threadIdx.x;
}

// A block has no more threads than it promises.
// PROVED
__global__ void __launch_bounds__(32) of_32(int* a) {
  a[threadIdx.x % 32] = threadIdx.x;
}

// PROVE: false: a: line +2 writes, by two threads
__global__ void __launch_bounds__(33) of_33(int* a) {
  a[threadIdx.x % 32] = threadIdx.x;
}

// What is assumed of a parameter that the kernel never reads holds for some value of it.
// ASSUME: n < unread
// PROVE: false: x: line +2 writes, by two threads
__global__ void unread_parameter(int* x, int n, int unread) {
  if (n > 5) x[0] = threadIdx.x;
}

// Of what is converted to few bits the low ones are left: threads 0 and 4.
// PROVE: false: a: line +3 writes, by two threads
__global__ void narrow_index(int* a) {
  signed char place = threadIdx.x << 6;
  a[place] = threadIdx.x;
}

// PROVE: false: a: line +3 writes, by two threads
__global__ void narrow_sum(int* a, unsigned char place) {
  place += threadIdx.x;
  a[place] = threadIdx.x;
}

// PROVE: proved: a: line +3 writes, line +4 writes
__global__ void narrow_parity(unsigned char* a) {
  unsigned char place = 2 * threadIdx.x;
  a[place] = 1;
  a[(unsigned char)(2 * threadIdx.x) + 1] = 2;
}

// Bits of negative integers are negative, or not.
// PROVED
__global__ void complement(int* a) {
  int t = threadIdx.x;
  if (~t >= 0) a[0] = t;
}

// PROVED
__global__ void rounded_down(int* a) {
  int t = threadIdx.x;
  if (t < 4 && ((t - 4) & ~3) >= 0) a[0] = t;
}

// PROVE: false: a: line +3 writes, by two threads
__global__ void rounded_index(int* a) {
  int t = threadIdx.x;
  a[((t - 4) & ~3) + 4] = t;
}

// The code that reads blockIdx is never come to, but the kernel is made for several blocks.
// PROVE: warning: b: line +5 writes, by two threads, in two blocks
__global__ void reads_block_idx_in_vain(int* b, int s) {
  if (s < s) {
    b[blockIdx.x] = 0;
  }
  b[threadIdx.x] = threadIdx.x;
}

// A prototype may call its parameters something else.
__global__ void has_a_prototype(int* of_prototype, int number);
// PROVE: false: a: line +2 writes, by two threads
__global__ void has_a_prototype(int* a, int n) {
  a[threadIdx.x / n] = threadIdx.x;
}

// So may its bound be that of one of both.
__global__ void is_bounded(int* a);
// PROVED
__global__ void __launch_bounds__(64) is_bounded(int* a) {
  a[threadIdx.x % 64] = threadIdx.x;
}

// Of a pointer that is read from memory it is not known where to, but not to another thread's variables.
// PROVE: unknown: out: line +5 writes, line +6 writes
// NONE: a local variable
__global__ void by_own_pointers(int* out, int n) {
  int a = 1, b = 2;
  int* either[2] = {&a, &b};
  either[n & 1][threadIdx.x & n] = 3;
  out[threadIdx.x] = a + b;
}
