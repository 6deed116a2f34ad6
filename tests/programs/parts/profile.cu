// Kernels whose profile is counted by hand, for test_profile.py. A line's comment gives what the profile must say of it:
//   LANES steps active               basic blocks that begin on the line
//   SHARED accesses passes           by warps
//   GLOBAL requests sectors least    by warps
__device__ int data[4096];

__global__ void straight() {
  data[threadIdx.x] = 1;  // LANES 1 32, GLOBAL 1 4 4
}

__global__ void two_warps_one_partial() {
  data[threadIdx.x] = 1;  // LANES 2 40, GLOBAL 2 5 5
}

__global__ void every_second() {
  if (threadIdx.x % 2 == 1)
    data[threadIdx.x] = 1;  // LANES 1 16, GLOBAL 1 4 2
}

__global__ void both_arms() {
  if (threadIdx.x % 2 == 1)
    data[threadIdx.x] = 1;  // LANES 1 16
  else
    data[threadIdx.x] = 2;  // LANES 1 16
  data[threadIdx.x] = 3;    // LANES 1 32, GLOBAL 1 4 4
}

__global__ void nested() {
  if (threadIdx.x < 16) {
    data[threadIdx.x] = 1;  // LANES 1 16
    if (threadIdx.x < 4)
      data[threadIdx.x] = 2;  // LANES 1 4, GLOBAL 1 1 1
    else
      data[threadIdx.x] = 3;  // LANES 1 12, GLOBAL 1 2 2
    data[threadIdx.x] = 4;    // LANES 1 16
  }
  data[threadIdx.x] = 5;  // LANES 1 32
}

__global__ void trips_by_lane() {
  for (int i = 0; i < threadIdx.x; ++i)
    data[threadIdx.x] = i;  // LANES 31 496
  data[threadIdx.x] = 3;    // LANES 1 32
}

__global__ void leaves_loop_early() {
  for (int i = 0; i < 8; ++i) {
    if (i == threadIdx.x)
      break;
    data[threadIdx.x] = i;  // LANES 8 220
  }
  data[threadIdx.x] = 3;  // LANES 1 32
}

__global__ void goes_on_early() {
  for (int i = 0; i < 4; ++i) {
    if ((threadIdx.x & 1) == 0)
      continue;
    data[threadIdx.x] = i;  // LANES 4 64
  }
  data[threadIdx.x] = 3;  // LANES 1 32
}

__global__ void returns_early() {
  if (threadIdx.x >= 8)
    return;
  data[threadIdx.x] = 1;  // LANES 1 8, GLOBAL 1 1 1
}

__global__ void four_cases() {
  switch (threadIdx.x % 4) {
    case 0:
      data[threadIdx.x] = 1;  // LANES 1 8
      break;
    case 1:
      data[threadIdx.x] = 2;  // LANES 1 8
      break;
    default:
      data[threadIdx.x] = 3;  // LANES 1 16
  }
  data[threadIdx.x] = 4;  // LANES 1 32
}

__device__ __noinline__ void store(int value) { data[threadIdx.x] = value; }  // LANES 4 80

__global__ void calls_from_both_arms() {
  if (threadIdx.x < 16)
    store(1);  // LANES 1 16
  else
    store(2);  // LANES 1 16
  store(3);    // LANES 1 32
}

__global__ void calls_from_one_arm() {
  if (threadIdx.x < 16) {
    data[threadIdx.x] = 1;  // LANES 1 16
  } else {
    if (threadIdx.x < 48) store(2);
  }
  data[threadIdx.x] = 4;  // LANES 1 32
}

__global__ void behind_a_barrier() {
  if (threadIdx.x < 8)
    data[threadIdx.x] = 1;  // LANES 1 8
  __syncthreads();
  data[threadIdx.x] = 2;  // GLOBAL 1 4 4
}

__global__ void shared_strides() {
  __shared__ int a[32], b[64], c[96], d[1024];
  __shared__ double e[32];
  a[threadIdx.x] = 1;       // SHARED 1 1
  b[2 * threadIdx.x] = 1;   // SHARED 1 2
  c[3 * threadIdx.x] = 1;   // SHARED 1 1
  d[32 * threadIdx.x] = 1;  // SHARED 1 32
  e[threadIdx.x] = 1;       // SHARED 1 2
}

__global__ void shared_reads(int* out) {
  __shared__ int a[64];
  a[threadIdx.x] = 1;
  a[threadIdx.x + 32] = 1;
  __syncthreads();
  int sum = a[7];              // SHARED 1 1
  sum += a[threadIdx.x ^ 5];   // SHARED 1 1
  sum += a[2 * threadIdx.x];   // SHARED 1 2
  out[threadIdx.x] = sum;
}

__global__ void counts_in_shared_memory() {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);  // SHARED 1 32
}

// One block of 32 x 32, as every textbook has it.
template <int kWidth>
__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[32][kWidth];
  tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
  __syncthreads();
  int value = tile[threadIdx.x][threadIdx.y];
  out[32 * threadIdx.y + threadIdx.x] = value;  // GLOBAL 64 256 256
}

__global__ void global_strides(const int* a, const float4* wide, int* out, float4* wide_out) {
  int sum = a[threadIdx.x];            // GLOBAL 1 4 4
  sum += a[threadIdx.x + 1];           // GLOBAL 1 5 4
  sum += a[2 * threadIdx.x];           // GLOBAL 1 8 4
  sum += a[8 * threadIdx.x];           // GLOBAL 1 32 4
  sum += a[0];                         // GLOBAL 1 1 1
  out[31 - threadIdx.x] = sum;         // GLOBAL 1 4 4
  wide_out[threadIdx.x] = wide[threadIdx.x];  // GLOBAL 2 32 32
}

int main() {
  int *in, *out;
  float4* wide_out;
  cudaMalloc(&wide_out, 4096);
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  straight<<<1, 32>>>();
  two_warps_one_partial<<<1, 40>>>();
  every_second<<<1, 32>>>();
  both_arms<<<1, 32>>>();
  nested<<<1, 32>>>();
  trips_by_lane<<<1, 32>>>();
  leaves_loop_early<<<1, 32>>>();
  goes_on_early<<<1, 32>>>();
  returns_early<<<1, 32>>>();
  four_cases<<<1, 32>>>();
  calls_from_both_arms<<<1, 32>>>();
  calls_from_one_arm<<<1, 32>>>();
  behind_a_barrier<<<1, 32>>>();
  shared_strides<<<1, 32>>>();
  shared_reads<<<1, 32>>>(out);
  counts_in_shared_memory<<<1, 32>>>();
  transpose<32><<<1, dim3(32, 32)>>>(in, out);
  transpose<33><<<1, dim3(32, 32)>>>(in, out);
  global_strides<<<1, 32>>>(in, (const float4*)in, out, wide_out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
