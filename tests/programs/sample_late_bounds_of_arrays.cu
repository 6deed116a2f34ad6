// OPTIONS: --sample --sample-after 0
// EXIT: 66
// FINDING-COUNT: 5
// FINDING: out-of-bounds error global none read@gathered element=a[4093] launch=3 occurrences=3
// FINDING: out-of-bounds error global none read@straddling element=a[4092] launch=6 occurrences=1
// FINDING: out-of-bounds error global none write@counted element=counts[100] launch=9 occurrences=1
// FINDING: out-of-bounds error global none read@weighed element=weights[50] launch=9 occurrences=1
// FINDING: out-of-bounds error shared none write@scattered launch=12 occurrences=1
//
// In blocks that are checked for bounds alone, the arrays of a kernel's pointers and variables are looked up before the
// loop over threads: what lies outside of them by an index that only the data knows is found all the same, and what a
// pointer that is none of theirs leads into is not.
__constant__ float weights[50];
__device__ int counts[100];

__global__ void gather(float* to, const float* a, const int* at) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 2; ++j) sum += a[at[(i * 7 + j) % 4096]];  // @gathered
  to[i] = sum;
}

__global__ void pairs(float* to, const float* a, const int* at, int by) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float2 pair = *reinterpret_cast<const float2*>(&a[i == 1977 ? by : at[i] / 2 * 2 % 4000]);  // @straddling
  to[i] = pair.x + pair.y;
}

__global__ void variables(float* to, const int* at, int beyond) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i % 41 == 0 && i < 4059) counts[i == 41 * 73 ? 99 + beyond : i / 41 % 99] = i;  // @counted
  to[i] = weights[at[i] % 49 + (at[i] == 48 ? 1 + beyond : 0)];     // @weighed
}

__global__ void scatter(float* to, const int* at) {
  __shared__ float tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x * 5 % 64] = i;
  if (at[i] >= 4096) tile[at[i] / 64] = i;  // @scattered
  __syncthreads();
  to[i] = tile[threadIdx.x * 3 % 64];
}

__global__ void from_one(float* to, const float* a_before, const int* at) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  to[i] = a_before[1 + at[i] % 4093];
}

int main() {
  float *to, *a;
  int *at, host[4096];
  for (int i = 0; i < 4096; ++i) host[i] = i * 5 % 4093;
  cudaMalloc(&to, 4096 * sizeof(float));
  cudaMalloc(&a, 4093 * sizeof(float));
  cudaMalloc(&at, sizeof host);
  cudaMemset(a, 0, 4093 * sizeof(float));
  const auto set = [&](int place, int index) {
    cudaMemcpy(at + place, &index, sizeof index, cudaMemcpyHostToDevice);
  };
  cudaMemcpy(at, host, sizeof host, cudaMemcpyHostToDevice);
  for (int launch = 0; launch < 3; ++launch) {
    for (int place : {700, 1700, 2700}) set(place, launch == 2 ? 4093 + place / 1000 : host[place]);
    gather<<<64, 64>>>(to, a, at);
    for (int place : {700, 1700, 2700}) set(place, host[place]);
  }
  for (int launch = 0; launch < 3; ++launch) pairs<<<64, 64>>>(to, a, at, launch == 2 ? 4092 : 0);
  for (int launch = 0; launch < 3; ++launch) variables<<<64, 64>>>(to, at, launch == 2 ? 1 : 0);
  for (int launch = 0; launch < 3; ++launch) {
    if (launch == 2) set(1500, 4096);
    scatter<<<64, 64>>>(to, at);
    set(1500, host[1500]);
  }
  for (int launch = 0; launch < 3; ++launch) from_one<<<64, 64>>>(to, a - 1, at);
  cudaDeviceSynchronize();
}
