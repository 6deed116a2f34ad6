// What is assumed of arrays' contents: positions from prefix sums, permutations.

// The scatter of a compaction.
// PROVE: unknown: out: line +5 writes, by two threads
// PROVE: helps: out: line +4 writes, by two threads: exclusive_sum(pos, flags)
// PROVE: helps: out: line +3 writes, by two threads, in two blocks: exclusive_sum(pos, flags)
__global__ void scatters(const float* in, const int* flags, const int* pos, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flags[i] != 0) out[pos[i]] = in[i];
}

// ASSUME: exclusive_sum(pos, flags)
// PROVED
__global__ void scatters_by_sums(const float* in, const int* flags, const int* pos, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flags[i] != 0) out[pos[i]] = in[i];
}

// ASSUME: inclusive_sum(pos, flags)
// PROVED
__global__ void scatters_by_inclusive_sums(const int* in, const unsigned char* flags, const int* pos, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flags[i]) out[pos[i] - 1] = in[i];
}

// Whose flag is not set has the next one's position.
// ASSUME: exclusive_sum(pos, flags)
// PROVE: unknown: out: line +3 writes, by two threads
__global__ void scatters_all(const float* in, const int* flags, const int* pos, float* out, int n) {
  int i = threadIdx.x;
  if (i < n && flags[i] >= 0) out[pos[i]] = in[i];
}

// ASSUME: exclusive_sum(pos, flags)
// PROVE: unknown: out: line +3 writes, by two threads
__global__ void asks_the_next_flag(const float* in, const int* flags, const int* pos, float* out, int n) {
  int i = threadIdx.x;
  if (i < n && flags[i + 1] != 0) out[pos[i]] = in[i];
}

// ASSUME: exclusive_sum(pos, flags)
// PROVE: unknown: out: line +3 writes, by two threads
__global__ void takes_inclusive_for_exclusive(const float* in, const int* flags, const int* pos, float* out, int n) {
  int i = threadIdx.x;
  if (i < n && flags[i] != 0) out[pos[i + 1]] = in[i];
}

// PROVE: helps: out: line +3 writes, by two threads: distinct(order)
__global__ void reorders(const float* in, const int* order, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[order[i]] = in[i];
}

// ASSUME: distinct(order) && n > 0
// PROVED
__global__ void reorders_by_a_permutation(const float* in, const int* order, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[order[i]] = in[i];
}

// ASSUME: distinct(order)
// PROVE: false: out: line +3 writes, by two threads
__global__ void reorders_pairs(const float* in, const int* order, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[order[i] / 2] = in[i];
}

// ASSUME: distinct(order)
// REFUSED: distinct: the kernel writes order
__global__ void counts(int* order, const int* in) {
  order[threadIdx.x] = order[threadIdx.x] + in[threadIdx.x];
}

// ASSUME: distinct(order)
// REFUSED: distinct: the kernel reads no array 'order'
__global__ void has_no_such_array(int* out) {
  out[threadIdx.x] = 1;
}

// ASSUME: distinct(order) || n > 0
// REFUSED: what is said of an array's contents cannot stand beside || or !
__global__ void says_it_beside_another(int* out, const int* order, int n) {
  out[order[threadIdx.x]] = n;
}
